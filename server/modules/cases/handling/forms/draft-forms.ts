import type { TaskDraftInput } from '#contract/task-drafts.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import {
  formCodeOf,
  type OpenedForm,
  openForm,
  type PendingContent,
  type SubmittedForm,
} from '#server/modules/design/forms/service.ts';
import type { PendingFormValues } from './pending-values.ts';

/** A form sent for a draft, with the base versions of the pending values of the fields that it leaves out. */
export type DraftForm = SubmittedForm & { pendingBaseVersions: Record<string, number> };

/**
 * Returns the forms of a draft, with the pending values of the fields that they leave out, because a draft
 * replaces these values on the page. `kept` are the values that a return or delegation left, `staged` those of
 * the person's earlier draft.
 */
export function formsWithPendingValues(
  opened: readonly OpenedForm[],
  { remainingValues, draftValues }: { remainingValues: PendingFormValues; draftValues: PendingFormValues },
  submitted: TaskDraftInput['workorderForms'],
  crypto: Crypto,
): DraftForm[] {
  return submitted.map(({ id: formId, content, contentVersion, initContent }) => {
    const pending = draftValues.get(formCodeOf(formId)) ?? remainingValues.get(formCodeOf(formId));
    const omittedFields = Object.keys(pending?.content ?? {}).filter(
      (field) => !Object.hasOwn(content, field),
    );
    const form = opened.find((one) => one.form.id === formId)?.form;
    const pendingContent =
      form && pending && omittedFields.length > 0 ? openForm(form, pending.content, crypto).content : {};
    return {
      formId,
      content: { ...pendingContent, ...content },
      contentVersion,
      initContent,
      pendingBaseVersions: Object.fromEntries(
        omittedFields.map((field) => [field, pending?.openedOn[field] ?? 0]),
      ),
    };
  });
}

type PendingForm = PendingContent & { formCode: string };

/**
 * Returns the forms that a draft stores; `others` are those that it leaves out and that stay as in the
 * earlier draft.
 */
export function formsOfDraft(
  submitted: readonly DraftForm[],
  typed: readonly PendingForm[],
  { draftValues }: { draftValues: PendingFormValues },
): { others: PendingForm[]; forms: PendingForm[] } {
  // A form without changes is stored empty, so that the values that a return left are no longer shown over it.
  const own = submitted.flatMap(({ formId, content, pendingBaseVersions }): PendingForm[] => {
    const formCode = formCodeOf(formId);
    const changed = typed.find((form) => form.formCode === formCode);
    if (changed) return [{ ...changed, openedOn: { ...changed.openedOn, ...pendingBaseVersions } }];
    return Object.keys(content).length > 0 ? [{ formCode, content: {}, openedOn: {} }] : [];
  });
  const formCodes = submitted.map(({ formId }) => formCodeOf(formId));
  const others = [...draftValues].flatMap(([formCode, typedForm]) =>
    formCodes.includes(formCode) ? [] : [{ formCode, ...typedForm }],
  );
  return { others, forms: [...others, ...own] };
}
