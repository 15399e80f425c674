import { type OriginalPetition, repeatsUnfinishedOrder } from '#domain/items/petition-fields.ts';
import type { OpenForm } from '#web/toolkit/open-forms/open-forms.ts';

/** Enters the order with this code in the forms as the original order; changes no other field. */
export function enterOriginalPetition(
  openFormList: readonly OpenForm[],
  { field, beside }: OriginalPetition,
  code: string,
): void {
  // The number field is only visible once the form says that the petition is a repeated one.
  for (const [path, value] of Object.entries(beside)) change(openFormList, path, value);
  change(openFormList, field, code);
}

/** Checks that the forms already name this order, by the same rule as the submission of an unfinished order. */
export function namesUnfinished(
  openFormList: readonly OpenForm[],
  original: OriginalPetition | null | undefined,
  code: string,
): boolean {
  const contents = openFormList.map(({ form, handle }) => [form.formCode, handle?.values() ?? {}] as const);
  return repeatsUnfinishedOrder(original, Object.fromEntries(contents), code);
}

function change(openFormList: readonly OpenForm[], path: string, value: string): void {
  const [formCode, field = ''] = path.split('.');
  openFormList.find(({ form }) => form.formCode === formCode)?.handle?.store.change(field, value);
}
