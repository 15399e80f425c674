import { isSame } from '#domain/forms/same-value.ts';
import type { Context } from '#server/framework/context.ts';
import { type Db, inTransaction } from '#server/kernel/database/transaction.ts';
import {
  appendOrderAudit,
  digestOfFormChange,
  formChangeName,
} from '#server/modules/access/audit/service.ts';
import { reindexSearchTexts } from '#server/modules/cases/work-orders/service.ts';
import {
  clearFormCache,
  encryptContent,
  getPublishedForm,
  listVersionsToProtect,
  recordProtection,
} from '#server/modules/design/forms/service.ts';
import {
  type FormChangeRow,
  listFormChangesAfter,
  listFormsAfter,
  listPendingFormsAfter,
  type PendingFormRow,
  replaceEarlierValues,
  replaceForm,
  replacePendingForm,
  type StoredForm,
} from '../order/order.queries.ts';

const batchSize = 500;

/**
 * Encrypts content that orders store as plain text although their forms now require encryption (decision
 * 0064), including pending and earlier values. Each change adds a record to its order's audit chain, for a form
 * and for earlier values with the digest of the new content. A second run finds nothing to do. Returns the number of changes; limited to one form
 * if its code is given.
 */
export async function encryptStoredForms(context: Context, code?: string): Promise<number> {
  const { db } = context;
  const stored = await encryptAll(
    (last: StoredForm | undefined) => listFormsAfter(db, last, batchSize, code),
    (form) => encryptStoredForm(context, form),
  );
  const typed = await encryptAll(
    (last: PendingFormRow | undefined) => listPendingFormsAfter(db, last, batchSize, code),
    (form) => encryptPendingForm(context, form),
  );
  const earlier = await encryptAll(
    (last: FormChangeRow | undefined) => listFormChangesAfter(db, last, batchSize, code),
    (change) => encryptEarlierValues(context, change),
  );
  return stored + typed + earlier;
}

async function encryptAll<Form>(
  listAfter: (last: Form | undefined) => Promise<Form[]>,
  encryptForm: (form: Form) => Promise<boolean>,
): Promise<number> {
  let changed = 0;
  let last: Form | undefined;
  for (;;) {
    const forms = await listAfter(last);
    for (const form of forms) if (await encryptForm(form)) changed += 1;
    last = forms.at(-1);
    if (forms.length < batchSize) return changed;
  }
}

/** Checks whether any order has a form. */
export async function hasForms(db: Db): Promise<boolean> {
  return (await listFormsAfter(db, undefined, 1)).length > 0;
}

/**
 * Encrypts stored content for every form version published since the last run, as `encryptStoredForms` does, and
 * updates data derived from the forms: the search text of the combined query, and by `encryptOtherContent` the
 * content that belongs to no order yet. Each version is processed once, so that most runs have nothing to do; an
 * interrupted run starts again and writes only what is missing.
 */
export async function encryptByNewFormVersions(
  context: Context,
  encryptOtherContent: (context: Context, code: string) => Promise<void>,
): Promise<void> {
  const { db } = context;
  const unsealed = await listVersionsToProtect(db, context.now());
  if (unsealed.length > 0) clearFormCache(db);
  for (const { id, code } of unsealed) {
    await encryptStoredForms(context, code);
    await reindexSearchTexts(context, code);
    await encryptOtherContent(context, code);
    await recordProtection(db, id, context.now());
  }
}

/** Returns the content encrypted as its form now requires; undefined if it already is. */
async function protectedContent(
  context: Context,
  form: StoredForm,
): Promise<StoredForm['content'] | undefined> {
  const { compiled } = await getPublishedForm(context.db, form.form_definition_id);
  const content = encryptContent(compiled, form.content, context.crypto);
  return isSame(content, form.content) ? undefined : content;
}

const auditRecordOf = ({ workorder_id, form_code }: StoredForm) => ({
  workorderId: workorder_id,
  actor: undefined,
  action: 'work-order.seal-form',
  detail: { form: form_code },
  requestId: '',
});

async function encryptStoredForm(context: Context, form: StoredForm): Promise<boolean> {
  const content = await protectedContent(context, form);
  if (content === undefined) return false;
  return inTransaction(context.db, async (tx) => {
    // A transaction that writes the form meanwhile encrypts it anyway.
    if (!(await replaceForm(tx, form, content))) return false;
    await appendOrderAudit(tx, context, {
      ...auditRecordOf(form),
      forms: [{ formCode: form.form_code, content }],
    });
    return true;
  });
}

/** Encrypts pending values, which no digest covers. */
async function encryptPendingForm(context: Context, form: PendingFormRow): Promise<boolean> {
  const content = await protectedContent(context, form);
  if (content === undefined) return false;
  return inTransaction(context.db, async (tx) => {
    if (!(await replacePendingForm(tx, form, content))) return false;
    const auditRecord = auditRecordOf(form);
    await appendOrderAudit(tx, context, {
      ...auditRecord,
      detail: { ...auditRecord.detail, typedAt: form.number },
    });
    return true;
  });
}

/** Encrypts the values before one change, and records their new digest. */
async function encryptEarlierValues(context: Context, change: FormChangeRow): Promise<boolean> {
  const content = await protectedContent(context, change);
  if (content === undefined) return false;
  return inTransaction(context.db, async (tx) => {
    if (!(await replaceEarlierValues(tx, change, content))) return false;
    const auditRecord = auditRecordOf(change);
    await appendOrderAudit(tx, context, {
      ...auditRecord,
      detail: { ...auditRecord.detail, changedAt: change.version },
      digests: {
        [formChangeName(change.form_code, change.version)]: digestOfFormChange({
          ...change,
          previous: content,
        }),
      },
    });
    return true;
  });
}
