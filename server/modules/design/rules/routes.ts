import { ruleLibrary } from '#contract/rule-library.ts';
import { rules, ruleTreeSize } from '#contract/rules.ts';
import { Permission } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { permission, staff } from '#server/framework/routing/access.ts';
import { type App, type Call, route } from '#server/framework/routing/route.ts';
import { actIfStillAllowed, recordedChanges } from '#server/modules/access/audit/service.ts';
import { processElement, processRule } from './process-rule.ts';
import * as queries from './queries.ts';
import * as service from './service.ts';

const manage = permission(Permission.publishRule);

/**
 * Mounts the trees of rules and their execution, for any signed-in person, and the library for the author of
 * rules.
 */
export function mountRules(app: App): void {
  route(app, rules.groupCategories, staff, ({ context, query }) =>
    queries.listGroupCategories(context.db, query),
  );
  route(app, rules.categories, staff, ({ context, query: { name } }) =>
    queries.listCategories(context.db, { name, page: 1, size: ruleTreeSize }),
  );
  route(app, rules.process, staff, ({ context, actor, body }) => processRule(context, actor, body));
  route(app, rules.element, staff, ({ context, body }) => processElement(context, body));
  route(app, ruleLibrary.list, manage, ({ context }) => service.listRules(context.db));
  route(app, ruleLibrary.usable, permission(Permission.publishForm), ({ context }) =>
    service.listUsableRules(context.db),
  );
  route(app, ruleLibrary.versions, manage, ({ context, query }) =>
    service.listVersions(context.db, query.code),
  );
  route(app, ruleLibrary.version, manage, ({ context, query }) => service.readVersion(context.db, query.id));
  route(app, ruleLibrary.check, manage, ({ context, body }) => service.checkRule(context, body.json));
  route(app, ruleLibrary.tryOut, manage, ({ context, actor, body }) => service.tryRule(context, actor, body));
  route(app, ruleLibrary.publish, manage, publish);
  route(app, ruleLibrary.saveGroup, manage, saveGroup);
}

function publish(call: Call<typeof ruleLibrary.publish>) {
  const { context, actor, body } = call;
  return actIfStillAllowed(call, { permission: Permission.publishRule }, async (tx) => {
    const row = await service.publishRule(tx, context, actor, body.json, body.over);
    if (isRefusal(row)) return row;
    const { id, code, version, changes } = row;
    const auditRecord = { chain: 'rule', action: 'rule.publish', objectKind: 'rule', objectId: id };
    return {
      answer: { id, code, version },
      auditRecord: { ...auditRecord, detail: { code, version, ...recordedChanges(changes) } },
    };
  });
}

function saveGroup(call: Call<typeof ruleLibrary.saveGroup>) {
  const { context, body } = call;
  return actIfStillAllowed(call, { permission: Permission.publishRule }, async (tx) => {
    const group = await service.saveGroup(tx, context, body);
    if (isRefusal(group)) return group;
    const { id, name, was } = group;
    const auditRecord = { chain: 'rule', action: 'rule.save-group', objectKind: 'rule-group', objectId: id };
    return { answer: { id }, auditRecord: { ...auditRecord, detail: { name, was } } };
  });
}
