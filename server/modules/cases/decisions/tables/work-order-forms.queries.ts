import { formLimits } from '#domain/forms/limits.ts';
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
  const rows = forms.map(({ formCode, content, changes }) => ({ formCode, content, changes }));
  return fragment`filled_forms as (
  update work_order_forms f set content = x.content, changes = x.changes, updated_at = ${at}
  from written_state s, ${rowsAsColumns({ formCode: 'text', content: 'jsonb', changes: 'jsonb' }, rows)}
  where f.workorder_id = s.workorder_id and f.form_code = x.formCode
)`;
}

/** Inserts the changed fields with their values before the action (docs/decisions/0238). */
export function insertFormChanges({ forms, state, pending, actor, at }: Decision): Fragment {
  const types = { formCode: 'text', fields: 'text[]', previous: 'jsonb' } as const;
  const rows = forms.map(({ formCode, fields, previous }) => ({ formCode, fields, previous }));
  return fragment`new_form_changes as (
  insert into work_order_form_changes
    (workorder_id, form_code, version, number, staff_id, staff_name, at, fields, previous)
  select s.workorder_id, x.formCode, ${state.version}, ${pending?.number ?? null}::integer, ${actor.staffId},
    ${actor.name}, ${at}, x.fields::text[], x.previous
  from written_state s, ${rowsAsColumns(types, rows)}
)`;
}

/** Removes the oldest values of the changed forms if all of them together are larger than the limit. */
export function removeOldestValues({ forms }: Decision): Fragment {
  return fragment`removed_values as (
  update work_order_form_changes c set previous = null
  from written_state s, (
    select k.workorder_id, k.form_code, k.version,
      sum(pg_column_size(k.previous)) over (partition by k.form_code order by k.version desc) as bytes
    from work_order_form_changes k join written_state w on w.workorder_id = k.workorder_id
    where k.form_code = any(${forms.map(({ formCode }) => formCode)}::text[])) k
  where c.workorder_id = s.workorder_id and k.workorder_id = s.workorder_id and c.form_code = k.form_code
    and c.version = k.version and c.previous is not null and k.bytes > ${formLimits.storedChangesBytes}::integer
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
