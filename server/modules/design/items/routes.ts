import { itemSheet, items, paperSheet } from '#contract/items.ts';
import { Permission } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { actIfStillAllowed, recordedChanges } from '#server/modules/access/audit/service.ts';
import { lockOffice, lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { mountSheetImport } from '#server/modules/organisation/sheet-imports/service.ts';
import * as service from './service.ts';
import { sheetOfItems } from './sheet-of-items.ts';
import { sheetOfPapers } from './sheet-of-papers.ts';

const authorization = { permission: Permission.publishItem, office: lockOfficeParts };

const manage = permission(Permission.publishItem);

export function mountItems(app: App): void {
  route(app, items.list, manage, ({ context }) => service.listStoredItems(context.db));
  route(app, items.read, manage, ({ context, query }) => service.readItem(context.db, query.taskCode));
  route(app, items.choices, manage, ({ context }) => service.choicesOfItems(context.db));
  route(app, items.check, manage, async ({ context, body }) => ({
    problems: await service.checkSettings(context.db, context, body),
  }));
  route(app, items.publish, manage, (call) => {
    const { over, ...settings } = call.body;
    return actIfStillAllowed(call, authorization, async (tx) => {
      const published = await service.publishItem(tx, call.context, settings, over);
      if (isRefusal(published)) return published;
      const { taskCode, version } = published;
      const changes = await service.changesOfPublication(tx, published);
      const detail = { version, ...recordedChanges(changes) };
      return {
        answer: { taskCode, version },
        auditRecord: { ...auditRecordOf('item.offer', taskCode), detail },
      };
    });
  });
  route(app, items.disable, manage, (call) =>
    actIfStillAllowed(call, authorization, async (tx) => {
      const answer = await service.disableItem(tx, call.body.taskCode, call.body.over);
      return isRefusal(answer)
        ? answer
        : { answer, auditRecord: auditRecordOf('item.withdraw', answer.taskCode) };
    }),
  );
  mountSheetImport(app, itemSheet, sheetOfItems);
  mountSheetImport(app, paperSheet, sheetOfPapers);
  route(app, items.saveCategory, manage, (call) =>
    actIfStillAllowed(call, authorization, async (tx) => {
      const answer = await service.saveCategory(tx, call.body);
      if (isRefusal(answer)) return answer;
      return {
        answer,
        auditRecord: { ...auditRecordOf('item.save-category', answer.id), detail: { name: call.body.name } },
      };
    }),
  );
  route(app, items.removeCategory, manage, (call) =>
    actIfStillAllowed(call, { ...authorization, office: lockOffice }, async (tx) => {
      const answer = await service.removeCategory(tx, call.body.id);
      return isRefusal(answer)
        ? answer
        : { answer, auditRecord: auditRecordOf('item.remove-category', answer.id) };
    }),
  );
}

function auditRecordOf(action: string, objectId: string) {
  return { chain: 'item', action, objectKind: 'item', objectId, detail: {} };
}
