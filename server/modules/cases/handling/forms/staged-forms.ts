import type { StagedInput } from '#contract/staging.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import {
  formCodeOf,
  type OpenedForm,
  openForm,
  type SubmittedForm,
  type TypedContent,
} from '#server/modules/design/forms/service.ts';
import type { PendingFormValues } from './pending-values.ts';

/** A form sent for a draft, with the versions on which its unnamed fields were typed. */
export type StagedForm = SubmittedForm & { pendingOn: Record<string, number> };

/**
 * Returns the forms of a draft, with the pending values of the fields that they leave out, because a draft
 * replaces these values on the page.
 */
export function formsWithPendingValues(
  opened: readonly OpenedForm[],
  { kept, staged }: { kept: PendingFormValues; staged: PendingFormValues },
  submitted: StagedInput['workorderForms'],
  crypto: Crypto,
): StagedForm[] {
  return submitted.map(({ id: formId, content, contentVersion, initContent }) => {
    const pending = staged.get(formCodeOf(formId)) ?? kept.get(formCodeOf(formId));
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
      pendingOn: Object.fromEntries(omittedFields.map((field) => [field, pending?.openedOn[field] ?? 0])),
    };
  });
}

type TypedForm = TypedContent & { formCode: string };

/**
 * Returns the forms that a draft stores; `others` are those that it leaves out and that stay as in the
 * earlier draft.
 */
export function stagedForms(
  submitted: readonly StagedForm[],
  typed: readonly TypedForm[],
  { staged }: { staged: PendingFormValues },
): { others: TypedForm[]; forms: TypedForm[] } {
  // A form equal to the order's is stored as such: the values that a return left are no longer shown over it.
  const own = submitted.flatMap(({ formId, content, pendingOn }): TypedForm[] => {
    const formCode = formCodeOf(formId);
    const changed = typed.find((form) => form.formCode === formCode);
    if (changed) return [{ ...changed, openedOn: { ...changed.openedOn, ...pendingOn } }];
    return Object.keys(content).length > 0 ? [{ formCode, content: {}, openedOn: {} }] : [];
  });
  const formCodes = submitted.map(({ formId }) => formCodeOf(formId));
  const others = [...staged].flatMap(([formCode, typedForm]) =>
    formCodes.includes(formCode) ? [] : [{ formCode, ...typedForm }],
  );
  return { others, forms: [...others, ...own] };
}
