import type { Actor } from '#domain/access/actor.ts';
import { hasRemoteOptions } from '#domain/forms/remote-options.ts';
import { mayContainMasks } from '#domain/forms/returned-masks.ts';
import { visitsWithPendingForms } from '#domain/workflow/actions/queries.ts';
import type { OrderState, Task } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import { decryptTaskDraft } from '#server/modules/cases/work-orders/service.ts';
import type { OpenedForm, PendingContent, SubmittedForm } from '#server/modules/design/forms/service.ts';
import { findPendingForms } from './task-drafts.queries.ts';

/**
 * Returns the pending form values that the detail page shows over the stored forms for this person at the
 * task, by form code: those that a return or a delegation left there, or the person's own draft, which is
 * later. Reads them only if the submitted forms may contain a mask, a row or a choice from an interface of them.
 */
export async function pendingValuesAt(
  { context, actor }: { context: Context; actor: Actor },
  { id, state }: { id: string; state: OrderState },
  task: Task,
  forms: readonly OpenedForm[],
  submitted: readonly SubmittedForm[],
): Promise<PendingFormValues> {
  const mayRepeatThem = forms.some(({ form }) =>
    submitted.some(
      (submittedForm) =>
        submittedForm.formId === form.id &&
        (hasRemoteOptions(form.compiled) || mayContainMasks(form.compiled, submittedForm.content)),
    ),
  );
  if (!mayRepeatThem) return new Map();
  const { remainingValues, draftValues } = await findPendingValues({ context, actor }, { id, state }, task);
  return new Map([...remainingValues, ...draftValues]);
}

/** Pending values by form code. */
export type PendingFormValues = ReadonlyMap<string, PendingContent>;

/**
 * Returns the values that returns and delegations left at the task, and the person's draft there, by form
 * code.
 */
export async function findPendingValues(
  { context, actor }: { context: Context; actor: Actor },
  { id, state }: { id: string; state: OrderState },
  task: Task,
): Promise<{ remainingValues: PendingFormValues; draftValues: PendingFormValues }> {
  const { remainingValues, draftValues } = await findPendingForms(context.db, {
    workorderId: id,
    visits: visitsWithPendingForms(state, task).map((visit) => visit.id),
    number: task.id,
    staffId: actor.staffId,
  });
  const draftForms = draftValues === null ? [] : decryptTaskDraft(context, draftValues).forms;
  const byCode = (forms: readonly (PendingContent & { formCode: string })[]): PendingFormValues =>
    new Map(forms.map(({ formCode, content, openedOn }) => [formCode, { content, openedOn }]));
  return { remainingValues: byCode(remainingValues), draftValues: byCode(draftForms) };
}
