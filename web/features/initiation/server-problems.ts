import type { Problem } from '#domain/refusals/refusals.ts';
import type { FormHandle } from '#web/toolkit/form/use-form.ts';
import type { OpenForm } from '#web/toolkit/open-forms/open-forms.ts';
import { fieldOnCard } from './applicant-form.ts';

/**
 * Shows the server's problems at the fields that they name: `applyer.mobile`, `<form code>.<field>`; returns
 * those without a field.
 */
export function showServerProblems(
  problems: readonly Problem[],
  applicant: FormHandle | undefined,
  openFormList: readonly OpenForm[],
): Problem[] {
  const targets = [
    ...(applicant === undefined ? [] : [{ prefix: 'applyer.', handle: applicant }]),
    ...openFormList.flatMap(({ form, handle }) =>
      handle === undefined ? [] : [{ prefix: `${form.formCode}.`, handle }],
    ),
  ];
  for (const { prefix, handle } of targets) {
    const ownProblems = problems.filter(({ field }) => field.startsWith(prefix));
    if (ownProblems.length === 0) continue;
    const fieldOn = handle === applicant ? (field: string) => fieldOnCard(handle, field) : String;
    handle.setProblems(
      ownProblems.map(({ field, message }) => ({ field: fieldOn(field.slice(prefix.length)), message })),
    );
  }
  return problems.filter(({ field }) => !targets.some(({ prefix }) => field.startsWith(prefix)));
}
