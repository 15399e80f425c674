import { processes, stepSheet } from '#contract/processes.ts';
import { Permission } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { permission, staff } from '#server/framework/routing/access.ts';
import { type App, type Call, route } from '#server/framework/routing/route.ts';
import { actIfStillAllowed, recordedChanges } from '#server/modules/access/audit/service.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { mountSheetImport } from '#server/modules/organisation/sheet-imports/service.ts';
import {
  formsOfSteps,
  handlersOfSteps,
  overviewOfProcesses,
  readVersion,
  versionsOfProcess,
} from './process-overview.ts';
import * as service from './service.ts';
import { sheetOfSteps } from './sheet-of-steps.ts';

const authorization = { permission: Permission.publishProcess, office: lockOfficeParts };

export function mountProcesses(app: App): void {
  route(app, processes.xml, staff, ({ context, params }) => service.readProcessXml(context.db, params.id));
  route(app, processes.list, permission(Permission.publishProcess), async ({ context }) => ({
    rows: (await service.listPublishedProcesses(context.db)).map(service.presentProcess),
  }));
  route(app, processes.lint, permission(Permission.publishProcess), ({ context, actor, body }) =>
    service.checkProcess(context.db, body.xml, actor.staffId),
  );
  route(app, processes.overview, permission(Permission.publishProcess), ({ context }) =>
    overviewOfProcesses(context.db),
  );
  route(app, processes.versions, permission(Permission.publishProcess), ({ context, query }) =>
    versionsOfProcess(context.db, query.key),
  );
  route(app, processes.version, permission(Permission.publishProcess), ({ context, query }) =>
    readVersion(context.db, query.id),
  );
  route(app, processes.handlers, permission(Permission.publishProcess), ({ context, query }) =>
    handlersOfSteps(context.db, query),
  );
  route(app, processes.forms, permission(Permission.publishProcess), async ({ context }) => ({
    rows: await formsOfSteps(context.db),
  }));
  route(app, processes.publish, permission(Permission.publishProcess), publish);
  mountSheetImport(app, stepSheet, sheetOfSteps);
}

async function publish(call: Call<typeof processes.publish>) {
  const { context, actor, body } = call;
  const process = await service.readProcess(body.xml, actor.staffId);
  return actIfStillAllowed(call, authorization, async (tx) => {
    const row = await service.publishProcess(tx, context, actor, process, body.over);
    if (isRefusal(row)) return row;
    const { id, key, version, changes } = row;
    const auditRecord = { chain: 'process', action: 'process.publish', objectKind: 'process', objectId: id };
    const detail = { key, version, ...recordedChanges(changes) };
    return { answer: service.presentProcess(row), auditRecord: { ...auditRecord, detail } };
  });
}
