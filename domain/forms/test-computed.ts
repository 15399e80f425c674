import { holidayTableOf } from '../calendar/holiday-table.ts';
import type { AuthorityByField } from './authority.ts';
import { createComputing } from './computed/computing.ts';
import { mergeSubmission, problemsOfMerged } from './merge.ts';
import type { FieldModel, FormValues } from './model.ts';
import { buildForm } from './test-forms.ts';

const holidays = holidayTableOf([{ date: '2026-12-01', kind: 'holiday', name: '放假' }]);
export const computing = createComputing({ today: '2026-11-30', holidays });
const now = new Date('2026-11-30T02:00:00Z');

/** Returns a field of numbers with other properties. */
export const field = (id: string, more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title: id,
  'x-component': 'number',
  ...more,
});

/** Merges and checks a submission with computed values. */
export function submit(
  fields: readonly FieldModel[],
  sent: FormValues,
  { stored = {}, authority = { '*': 2 } as AuthorityByField } = {},
) {
  const form = buildForm(fields);
  const merged = mergeSubmission(form, stored, sent, authority, { computing });
  const problems = problemsOfMerged(form, merged, authority, { now, computing });
  return { ...merged, problems };
}
