import { formEncryption } from '#contract/form-encryption.ts';
import { formInterfaces } from '#contract/form-interfaces.ts';
import { fieldSheet, forms } from '#contract/forms.ts';
import { Permission } from '#domain/access/actor.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { permission, staff } from '#server/framework/routing/access.ts';
import { type App, type Call, route } from '#server/framework/routing/route.ts';
import { createFormKey } from '#server/kernel/crypto/form-key.ts';
import { actIfStillAllowed, recordedChanges } from '#server/modules/access/audit/service.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { mountSheetImport } from '#server/modules/organisation/sheet-imports/service.ts';
import { usesOfForm } from './field-uses.ts';
import * as formOverview from './form-overview.ts';
import { tryInterface } from './interface-calls.ts';
import { readSchema } from './read-schema.ts';
import { clearFormCache, publishForm } from './service.ts';
import { sheetOfFields } from './sheet-of-fields.ts';

const authorization = { permission: Permission.publishForm, office: lockOfficeParts };

const manage = permission(Permission.publishForm);

export function mountForms(app: App): void {
  route(app, formEncryption.generateKey, staff, ({ context, sessionId }) =>
    createFormKey(context.crypto, sessionId, context.now()),
  );
  route(app, forms.list, manage, ({ context }) => formOverview.overviewOfForms(context.db));
  route(app, forms.versions, manage, ({ context, query }) =>
    formOverview.versionsOfForm(context.db, query.code),
  );
  route(app, forms.version, manage, ({ context, query }) =>
    formOverview.readFormVersion(context.db, query.id),
  );
  route(app, forms.uses, manage, ({ context, query }) => usesOfForm(context.db, query.code));
  route(app, forms.check, manage, ({ context, body }) => formOverview.checkForm(context, body.json));
  route(app, forms.readSchema, manage, ({ body }) => readSchema(body.json));
  route(app, forms.publish, manage, publish);
  route(app, formInterfaces.try, manage, ({ context, actor, body }) => tryInterface(context, actor, body));
  mountSheetImport(app, fieldSheet, sheetOfFields);
}

async function publish(call: Call<typeof forms.publish>) {
  const { context, actor, body } = call;
  const answer = await actIfStillAllowed(call, authorization, async (tx) => {
    const parsed = formOverview.readFormText(body.json);
    const problems =
      'problems' in parsed ? parsed.problems : await formOverview.problemsOfForm(tx, parsed.model);
    if ('problems' in parsed || problems.length > 0)
      return refuse('definitionInvalid', { message: '表单未通过检查', problems });
    const row = await publishForm(tx, context, actor, parsed.model, body.over);
    if (isRefusal(row)) return row;
    const { id, code, version, changes } = row;
    const auditRecord = { chain: 'form', action: 'form.publish', objectKind: 'form', objectId: id };
    return {
      answer: { id, code, version },
      auditRecord: { ...auditRecord, detail: { code, version, ...recordedChanges(changes) } },
    };
  });
  if (!isRefusal(answer)) clearFormCache(context.db);
  return answer;
}
