import { isSame } from '#domain/forms/same-value.ts';
import type { Context } from '#server/framework/context.ts';
import { type Db, inTransaction } from '#server/kernel/database/transaction.ts';
import { appendOrderAudit } from '#server/modules/access/audit/service.ts';
import { reindexWords } from '#server/modules/cases/work-orders/service.ts';
import {
  clearFormCache,
  getPublishedForm,
  listUnsealedForms,
  recordSealing,
  sealContent,
} from '#server/modules/design/forms/service.ts';
import {
  listFormsAfter,
  listPendingFormsAfter,
  type PendingFormRow,
  replaceForm,
  replacePendingForm,
  type StoredForm,
} from '../order/order.queries.ts';

const batch = 500;

/**
 * Encrypts content that orders store as plain text although their forms now require encryption (decision
 * 0064), including content that was typed without filling in a form. Each change adds a record to its order's
 * audit chain, for a form with the digest of its new content. A second run finds nothing to do. Returns the
 * number of changes; limited to one form if its code is given.
 */
export async function resealForms(context: Context, code?: string): Promise<number> {
  const { db } = context;
  const stored = await resealAll(
    (last: StoredForm | undefined) => listFormsAfter(db, last, batch, code),
    (form) => resealForm(context, form),
  );
  const typed = await resealAll(
    (last: PendingFormRow | undefined) => listPendingFormsAfter(db, last, batch, code),
    (form) => resealPending(context, form),
  );
  return stored + typed;
}

async function resealAll<Form>(
  listAfter: (last: Form | undefined) => Promise<Form[]>,
  reseal: (form: Form) => Promise<boolean>,
): Promise<number> {
  let changed = 0;
  let last: Form | undefined;
  for (;;) {
    const forms = await listAfter(last);
    for (const form of forms) if (await reseal(form)) changed += 1;
    last = forms.at(-1);
    if (forms.length < batch) return changed;
  }
}

/** Checks whether any order has a form. */
export async function hasForms(db: Db): Promise<boolean> {
  return (await listFormsAfter(db, undefined, 1)).length > 0;
}

/**
 * Does the same for every version published since the last run, and for data derived from the forms: the
 * search words of the combined query, and by `sealOthers` the content that belongs to no order yet. Each version
 * is processed once, so that most runs have nothing to do; an interrupted run starts again and writes only
 * what is missing.
 */
export async function sealByNewVersions(
  context: Context,
  sealOthers: (context: Context, code: string) => Promise<void>,
): Promise<void> {
  const { db } = context;
  const unsealed = await listUnsealedForms(db, context.now());
  if (unsealed.length > 0) clearFormCache(db);
  for (const { id, code } of unsealed) {
    await resealForms(context, code);
    await reindexWords(context, code);
    await sealOthers(context, code);
    await recordSealing(db, id, context.now());
  }
}

/** Returns the content as its form now requires; undefined if it already is so. */
async function protectedContent(
  context: Context,
  form: StoredForm,
): Promise<StoredForm['content'] | undefined> {
  const { compiled } = await getPublishedForm(context.db, form.form_definition_id);
  const content = sealContent(compiled, form.content, context.crypto);
  return isSame(content, form.content) ? undefined : content;
}

const noteOf = ({ workorder_id, form_code }: StoredForm) => ({
  workorderId: workorder_id,
  actor: undefined,
  action: 'work-order.seal-form',
  detail: { form: form_code },
  requestId: '',
});

async function resealForm(context: Context, form: StoredForm): Promise<boolean> {
  const content = await protectedContent(context, form);
  if (content === undefined) return false;
  return inTransaction(context.db, async (tx) => {
    // A transaction that writes the form meanwhile encrypts it anyway.
    if (!(await replaceForm(tx, form, content))) return false;
    await appendOrderAudit(tx, context, {
      ...noteOf(form),
      forms: [{ formCode: form.form_code, content }],
    });
    return true;
  });
}

/** Encrypts typed content; no digest covers content that filled in no form. */
async function resealPending(context: Context, form: PendingFormRow): Promise<boolean> {
  const content = await protectedContent(context, form);
  if (content === undefined) return false;
  return inTransaction(context.db, async (tx) => {
    if (!(await replacePendingForm(tx, form, content))) return false;
    const note = noteOf(form);
    await appendOrderAudit(tx, context, { ...note, detail: { ...note.detail, typedAt: form.number } });
    return true;
  });
}
