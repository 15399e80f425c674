import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import { rowsAsColumns } from '#server/kernel/database/rows-as-columns.ts';
import type { Decision, NewOrder } from '../decision.ts';

/** Inserts the forms that were submitted with a new order. */
export function insertForms({ at }: Decision, { forms }: NewOrder): Fragment {
  const types = { formCode: 'text', formDefinitionId: 'text', content: 'jsonb' } as const;
  return fragment`new_forms as (
  insert into work_order_forms (workorder_id, form_code, form_definition_id, content, updated_at)
  select s.workorder_id, x.formCode, x.formDefinitionId, x.content, ${at}
  from written_state s, ${rowsAsColumns(types, forms)}
)`;
}

/** Updates the forms that the action filled in. */
export function updateFilledForms({ forms, at }: Decision): Fragment {
  return fragment`filled_forms as (
  update work_order_forms f set content = x.content, changes = x.changes, updated_at = ${at}
  from written_state s, ${rowsAsColumns({ formCode: 'text', content: 'jsonb', changes: 'jsonb' }, forms)}
  where f.workorder_id = s.workorder_id and f.form_code = x.formCode
)`;
}

/** Action 13: marks the forms as deleted, except those of third parties (S1 §4). */
export function markFormsDeleted({ deletesForms, at }: Decision): Fragment {
  return fragment`deleted_forms as (
  update work_order_forms f set deleted_at = ${at}
  from written_state s
  where f.workorder_id = s.workorder_id and f.deleted_at is null and ${deletesForms}::boolean
    and not exists (select from form_definitions d
      where d.id = f.form_definition_id and d.model -> 'globalConfig' -> 'frame' is not null)
)`;
}

/** Inserts pending values: content typed at an activity instance by an action that fills in no form. */
export function insertPendingForms({ pending, at }: Decision): Fragment {
  return fragment`typed_forms as (
  insert into work_order_typed_forms (workorder_id, number, form_code, content, opened_on, typed_at)
  select s.workorder_id, ${pending?.number ?? 0}, x.formCode, x.content, x.openedOn, ${at}
  from written_state s, ${rowsAsColumns({ formCode: 'text', content: 'jsonb', openedOn: 'jsonb' }, pending?.forms ?? [])}
)`;
}
