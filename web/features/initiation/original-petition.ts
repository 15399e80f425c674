import { type OriginalPetition, repeatsUnfinished } from '#domain/items/petition-fields.ts';
import type { OpenForm } from '#web/toolkit/open-forms/open-forms.ts';

/** Fills in the forms that the petition repeats the order of this number, and changes nothing else of them. */
export function nameOriginal(
  open: readonly OpenForm[],
  { field, beside }: OriginalPetition,
  code: string,
): void {
  // The field of the number shows only once the form says that the petition is a repeated one.
  for (const [path, value] of Object.entries(beside)) change(open, path, value);
  change(open, field, code);
}

/** Checks that the forms say so already, as the submission checks it of an unfinished order. */
export function namesUnfinished(
  open: readonly OpenForm[],
  original: OriginalPetition | null | undefined,
  code: string,
): boolean {
  const contents = open.map(({ form, handle }) => [form.formCode, handle?.values() ?? {}] as const);
  return repeatsUnfinished(original, Object.fromEntries(contents), code);
}

function change(open: readonly OpenForm[], path: string, value: string): void {
  const [formCode, field = ''] = path.split('.');
  open.find(({ form }) => form.formCode === formCode)?.handle?.store.change(field, value);
}
