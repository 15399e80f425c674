import { audit } from '#contract/audit.ts';
import { loginEvents } from '#contract/sign-ins.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { acknowledgeFinding } from './acknowledge.ts';
import { exportEntries, listEntries, listLoginEvents } from './entries.ts';
import { listVerifications, requestVerification } from './verification.ts';

const readAudit = permission(Permission.readAudit);

export function mountAudit(app: App): void {
  route(app, audit.list, readAudit, ({ context, query }) => listEntries(context, query, app.mounted));
  route(app, audit.export, readAudit, (call) => exportEntries(call, call.body, app.mounted));
  route(app, audit.verifications, readAudit, ({ context }) => listVerifications(context));
  route(app, audit.verify, readAudit, (call) => requestVerification(call));
  route(app, audit.acknowledge, readAudit, (call) =>
    acknowledgeFinding(call, call.params.mark, call.body.reason),
  );
  route(app, loginEvents.list, permission(Permission.manageSecurity), ({ context, query }) =>
    listLoginEvents(context, query),
  );
}
