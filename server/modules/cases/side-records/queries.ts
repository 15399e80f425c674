import type { AttachedFile } from '#contract/panels.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { checkingStages } from '#domain/materials/material-check.ts';
import type { RecordSettings } from '#domain/records/record-settings.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { readRecordSettings } from '#server/modules/design/items/service.ts';

/** Finds the settings for side records of the item version on which the order was started. */
export async function findRecordSettings(db: Db, workorderId: string): Promise<RecordSettings> {
  const row = await db
    .selectFrom('work_orders as o')
    .innerJoin('business_items as b', 'b.id', 'o.business_item_id')
    .select('b.record_settings')
    .where('o.id', '=', workorderId)
    .executeTakeFirst();
  return readRecordSettings(row?.record_settings ?? {});
}

/** Finds files of the order by their ids. */
export async function findFilesOfOrder(
  db: Db,
  workorderId: string,
  ids: readonly string[],
): Promise<AttachedFile[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('files')
    .select(['id', 'name', 'size'])
    .where('workorder_id', '=', workorderId)
    .where('id', 'in', [...ids])
    .execute();
}

/** A record whose next command is due. */
export interface DueRecord {
  workorderId: string;
  number: number;
  kind: string;
  command: string;
  dueAt: Date;
}

/** Lists records whose next command is due, longest first, a batch after the last one read. */
export async function listDueRecords(
  db: Db,
  now: Date,
  last: DueRecord | undefined,
  limit: number,
): Promise<DueRecord[]> {
  const isNext = last
    ? fragment`(due_at, workorder_id, number) > (${last.dueAt}, ${last.workorderId}::uuid, ${last.number}::int)`
    : fragment`true`;
  const { rows } = await fragment<DueRecord>`
    select workorder_id as "workorderId", number, kind, due_command as command, due_at as "dueAt" from side_records
    where due_at <= ${now} and ${isNext} order by due_at, workorder_id, number limit ${limit}`.execute(db);
  return rows;
}

/** An order before its acceptance whose item has a rule about silence, with its open task. */
export interface SilentOrder {
  id: string;
  taskNumber: number;
}

/**
 * Statuses of orders that may be before their acceptance and wait for the office: those of its stages, and those that hide a
 * stage for a time.
 */
const unacceptedStatuses: readonly WorkOrderStatus[] = [
  ...checkingStages,
  WorkOrderStatus.correctionAwaitingAudit,
  WorkOrderStatus.correctionDone,
  WorkOrderStatus.awaitingSpecialProcedure,
  WorkOrderStatus.specialProcedureDone,
  WorkOrderStatus.awaitingSpecialProcedureConfirmation,
  WorkOrderStatus.awaitingCountersign,
  WorkOrderStatus.countersignDone,
  WorkOrderStatus.returnHandled,
  WorkOrderStatus.returnPending,
];

/**
 * Lists unanswered orders that may be before their acceptance and count as accepted by silence, by id, a batch after the last
 * one read, also those whose applicant has submitted a correction; the rule decides. The days of the item are at least so many calendar days, so that younger orders are left out.
 */
export async function listSilentOrders(
  db: Db,
  now: Date,
  last: string | undefined,
  limit: number,
): Promise<SilentOrder[]> {
  const { rows } = await fragment<SilentOrder>`
    select i.workorder_id as id, min(i.number) as "taskNumber"
    from inbox i join work_orders o on o.id = i.workorder_id join business_items b on b.id = o.business_item_id
    where i.status = any(${[...unacceptedStatuses]}::int[])
      and (b.record_settings -> 'correction' ->> 'silenceDays')::int > 0
      and (b.record_settings -> 'correction' ->> 'enabled')::boolean
      and o.started_at < ${now}::timestamptz - make_interval(days => (b.record_settings -> 'correction' ->> 'silenceDays')::int)
      and coalesce((select bool_or(r.state in ('submitted', 'accepted')) and not bool_or(r.state = 'deemed')
        from side_records r where r.workorder_id = o.id and r.kind = ${RecordKind.correction}), true)
      and ${last === undefined ? fragment`true` : fragment`i.workorder_id > ${last}::uuid`}
    group by i.workorder_id order by i.workorder_id limit ${limit}`.execute(db);
  return rows;
}
