import { processes } from '#contract/processes.ts';
import { Permission } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { permission, staff } from '#server/http/access.ts';
import { onceOnly } from '#server/http/idempotency.ts';
import { type App, type Call, route } from '#server/http/route.ts';
import { appendAudit } from '#server/modules/audit/service.ts';
import * as service from './service.ts';

export function mountProcesses(app: App): void {
  route(app, processes.xml, staff, ({ context, params }) => service.processXml(context.db, params.id));
  route(app, processes.list, permission(Permission.publishProcess), async ({ context }) => ({
    rows: (await service.listPublishedProcesses(context.db)).map(service.presentProcess),
  }));
  route(app, processes.lint, permission(Permission.publishProcess), async ({ body }) => ({
    problems: await service.checkProcess(body.xml),
  }));
  route(app, processes.publish, permission(Permission.publishProcess), publish);
}

function publish(call: Call<typeof processes.publish>) {
  const { context, actor, body } = call;
  return inTransaction(context.db, (tx) =>
    onceOnly(tx, call, async () => {
      const row = await service.publishProcess(tx, context, actor, body.xml);
      if (isRefusal(row)) return row;
      await appendAudit(tx, context, {
        chain: 'process',
        actor,
        action: 'process.publish',
        objectKind: 'process',
        objectId: row.id,
        detail: { key: row.key, version: row.version },
        requestId: call.requestId,
      });
      return service.presentProcess(row);
    }),
  );
}
