import { isSame } from '#domain/forms/merge.ts';
import type { Context } from '#server/context/context.ts';
import { type Db, inTransaction } from '#server/database/transaction.ts';
import { appendOrderAudit } from '#server/modules/audit/service.ts';
import {
  forgetForms,
  getPublishedForm,
  listUnsealedForms,
  noteSealed,
  sealContent,
} from '#server/modules/forms/service.ts';
import { listFormsAfter, replaceForm, type StoredForm } from './order.queries.ts';

const batch = 500;

/**
 * Seals what orders hold in the clear though their forms by now ask for sealing (decision 0064); each form that changes
 * leaves a link on its order's chain, with the digest of what it is now. Again, it finds nothing to do. Answers how many
 * forms it changed; of one form where its code is given.
 */
export async function resealForms(context: Context, code?: string): Promise<number> {
  let changed = 0;
  let last: StoredForm | undefined;
  for (;;) {
    const stored = await listFormsAfter(context.db, last, batch, code);
    for (const form of stored) if (await resealForm(context, form)) changed += 1;
    last = stored.at(-1);
    if (stored.length < batch) return changed;
  }
}

/** Whether any order has a form at all. */
export async function hasForms(db: Db): Promise<boolean> {
  return (await listFormsAfter(db, undefined, 1)).length > 0;
}

/** The same by every version that was published since; each once, so that a run finds nothing to look through most times. */
export async function sealByNewVersions(context: Context): Promise<void> {
  const { db } = context;
  const unsealed = await listUnsealedForms(db, context.now());
  if (unsealed.length > 0) forgetForms(db);
  for (const { id, code } of unsealed) {
    await resealForms(context, code);
    await noteSealed(db, id, context.now());
  }
}

async function resealForm(context: Context, form: StoredForm): Promise<boolean> {
  const { compiled } = await getPublishedForm(context.db, form.form_definition_id);
  const content = sealContent(compiled, form.content, context.crypto);
  if (isSame(content, form.content)) return false;
  return inTransaction(context.db, async (tx) => {
    // Somebody who writes the form meanwhile seals it himself.
    if (!(await replaceForm(tx, form, content))) return false;
    await appendOrderAudit(tx, context, {
      workorderId: form.workorder_id,
      actor: undefined,
      action: 'work-order.seal-form',
      detail: { form: form.form_code },
      forms: [{ formCode: form.form_code, content }],
      requestId: '',
    });
    return true;
  });
}
