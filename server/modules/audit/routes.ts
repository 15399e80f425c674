import { audit } from '#contract/audit.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/http/access.ts';
import { type App, route } from '#server/http/route.ts';
import { presentEntry } from './present.ts';
import { listEntries } from './queries.ts';

export function mountAudit(app: App): void {
  route(app, audit.list, permission(Permission.readAudit), async ({ context, query }) => {
    const { rows, total } = await listEntries(context.db, query);
    return { rows: rows.map(presentEntry), total };
  });
}
