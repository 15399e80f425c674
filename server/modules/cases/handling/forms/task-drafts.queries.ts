import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import type { PendingContent } from '#server/modules/design/forms/service.ts';

export interface TaskDraftWrite {
  workorderId: string;
  /** The trace of the task. */
  number: number;
  staffId: string;
  id: string;
  sealed: string;
  now: Date;
}

/**
 * Stores the content that a person typed at an open task, and replaces their earlier draft there; returns the id
 * of the draft, to which its files belong, undefined if the task was done meanwhile.
 */
export async function upsertTaskDraft(tx: Tx, staging: TaskDraftWrite): Promise<string | undefined> {
  const { workorderId, number, staffId, id, sealed, now } = staging;
  // An action that finishes the task waits for this row of the trace, or is visible here as finished.
  const { rows } = await fragment<{ id: string }>`
    with open_task as (
      select t.workorder_id, t.number from traces t
      where t.workorder_id = ${workorderId}::uuid and t.number = ${number}::int and t.handler_status = 0 for share)
    insert into staged_tasks (workorder_id, number, staff_id, id, content_sealed, staged_at)
    select workorder_id, number, ${staffId}, ${id}::uuid, ${sealed}, ${now}::timestamptz from open_task
    on conflict (workorder_id, number, staff_id)
    do update set content_sealed = excluded.content_sealed, staged_at = excluded.staged_at
    returning id`.execute(tx);
  return rows[0]?.id;
}

/**
 * Deletes drafts at tasks that were finished at the same moment, which the finishing action did not see yet:
 * those of one person, or of all people.
 */
export async function deleteDraftsOfFinishedTasks(tx: Tx, staffId?: string): Promise<number> {
  const condition = staffId === undefined ? fragment`true` : fragment`g.staff_id = ${staffId}`;
  const { rows } = await fragment`delete from staged_tasks g where ${condition} and not exists (
    select from traces t where t.workorder_id = g.workorder_id and t.number = g.number and t.handler_status = 0)
    returning id`.execute(tx);
  return rows.length;
}

/**
 * Finds the pending form values at a task: those that returns and delegations left (`visits`, the newest
 * last), and the person's draft.
 */
export async function findPendingForms(
  db: Db,
  task: { workorderId: string; visits: readonly number[]; number: number; staffId: string },
): Promise<{ remainingValues: (PendingContent & { formCode: string })[]; draftValues: string | null }> {
  const { rows } = await fragment<Awaited<ReturnType<typeof findPendingForms>>>`
    select (select coalesce(json_agg(json_build_object('formCode', y.form_code, 'content', y.content, 'openedOn', y.opened_on)
          order by y.number), '[]')
        from work_order_typed_forms y
        where y.workorder_id = ${task.workorderId}::uuid and y.number = any(${task.visits}::int[])) as "remainingValues",
      (select g.content_sealed from staged_tasks g where g.workorder_id = ${task.workorderId}::uuid
        and g.number = ${task.number}::int and g.staff_id = ${task.staffId}) as "draftValues"`.execute(db);
  return rows[0] ?? { remainingValues: [], draftValues: null };
}

/** Checks whether pending values were left at one of these visits. */
export async function hasPendingForms(
  db: Db,
  workorderId: string,
  visits: readonly number[],
): Promise<boolean> {
  const row = await db
    .selectFrom('work_order_typed_forms')
    .select('number')
    .where('workorder_id', '=', workorderId)
    .where('number', 'in', visits)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists traces at which the person has a draft. */
export async function listTracesWithDraft(db: Db, staffId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('staged_tasks')
    .select(['workorder_id', 'number'])
    .where('staff_id', '=', staffId)
    .execute();
  return new Set(rows.map(({ workorder_id, number }) => `${workorder_id}.${number}`));
}
