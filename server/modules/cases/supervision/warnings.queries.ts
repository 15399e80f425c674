import { sql } from 'kysely';
import type { TimeLimit } from '#domain/calendar/clock-ledger.ts';
import type { CardRule } from '#domain/records/card-rule.ts';
import type { SupervisionSettings } from '#domain/supervision/settings.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { readRecordSettings } from '#server/modules/design/items/service.ts';

/** An order whose limits are to be looked at. */
export interface Watch {
  workorderId: string;
  nextAt: Date;
}

/** Lists orders that are to be looked at by now, a batch after the last one. */
export async function listDueWatches(
  db: Db,
  now: Date,
  last: Watch | undefined,
  limit: number,
): Promise<Watch[]> {
  const after = last ? sql`(next_at, workorder_id) > (${last.nextAt}, ${last.workorderId}::uuid)` : sql`true`;
  const { rows } = await sql<Watch>`
    select workorder_id as "workorderId", next_at as "nextAt" from deadline_watches
    where next_at <= ${now} and ${after} order by next_at, workorder_id limit ${limit}`.execute(db);
  return rows;
}

/** A limit of an open order: of the whole order (number 0), or of an open task. */
export interface WatchedLimit {
  number: number;
  dueAt: string;
  since: string;
  nodeId: string;
  nodeName: string;
  candidates: string[];
  askedBy: string[];
  /** Limit of the whole order; missing at a task. */
  limit?: TimeLimit;
}

export interface WatchedOrder {
  id: string;
  code: string;
  title: string;
  taskCode: string;
  orgId: string;
  initiatorId: string;
  businessItemId: string;
  isEnded: boolean;
  limits: WatchedLimit[];
  /** Open tasks, also those without a limit. */
  openTasks: Pick<WatchedLimit, 'candidates' | 'askedBy' | 'since'>[];
  sent: { number: number; dueAt: string; level: number }[];
}

/**
 * Locks those of the watches that no other worker has locked and that are still due, and returns their orders. A
 * paused order or task has no due date and so no limit here.
 */
export async function lockWatchedOrders(
  tx: Tx,
  workorderIds: readonly string[],
  now: Date,
): Promise<WatchedOrder[]> {
  const { rows } = await sql<WatchedOrder>`
    with due as materialized (
      select workorder_id from deadline_watches where workorder_id = any(${workorderIds}::uuid[]) and next_at <= ${now}
      for update skip locked
    )
    select o.id, o.code, o.title, o.task_code as "taskCode", o.org_id as "orgId", o.initiator_id as "initiatorId",
      o.business_item_id as "businessItemId", o.ended_at is not null as "isEnded",
      coalesce(t.limits, '[]') || case when o.due_at is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object(
        'number', 0, 'dueAt', o.due_at, 'since', o.started_at, 'nodeId', '', 'nodeName', '', 'candidates', '[]'::jsonb,
        'askedBy', '[]'::jsonb, 'limit', s.clock->'limit')) end as limits,
      coalesce(t.open_tasks, '[]') as "openTasks", coalesce(d.sent, '[]') as sent
    from due join work_orders o on o.id = due.workorder_id join work_order_states s on s.workorder_id = o.id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('number', t.number, 'dueAt', t.due_at, 'since', t.started_at,
          'nodeId', t.node_id, 'nodeName', t.node_name, 'candidates', t.candidates, 'askedBy', t.asked_by)
        order by t.number) filter (where t.due_at is not null) as limits,
        jsonb_agg(jsonb_build_object('candidates', t.candidates, 'askedBy', t.asked_by, 'since', t.started_at)) as open_tasks
      from traces t where t.workorder_id = o.id and t.handler_status = 0
    ) t
    cross join lateral (
      select jsonb_agg(jsonb_build_object('number', d.number, 'dueAt', d.due_at, 'level', d.level)) as sent
      from deadline_warnings d where d.workorder_id = o.id
    ) d`.execute(tx);
  return rows;
}

export interface WatchedItem {
  id: string;
  processDefinitionId: string;
  supervision: SupervisionSettings | null;
  cards: CardRule | null;
}

export async function listWatchedItems(db: Db, ids: readonly string[]): Promise<WatchedItem[]> {
  const rows = await db
    .selectFrom('business_items')
    .select([
      'id',
      'process_definition_id as processDefinitionId',
      'supervision',
      'record_settings as records',
    ])
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(({ records, ...row }) => ({
    ...row,
    cards: readRecordSettings(records).supervision.cards,
  }));
}

/** Sets when each order is looked at next. */
export async function postponeWatches(
  tx: Tx,
  watches: readonly { workorderId: string; nextAt: Date }[],
): Promise<void> {
  if (watches.length === 0) return;
  await sql`
    update deadline_watches w set next_at = n.next_at
    from unnest(${watches.map(({ workorderId }) => workorderId)}::uuid[],
      ${watches.map(({ nextAt }) => nextAt.toISOString())}::timestamptz[]) n (workorder_id, next_at)
    where w.workorder_id = n.workorder_id`.execute(tx);
}

export async function deleteWatches(tx: Tx, workorderIds: readonly string[]): Promise<void> {
  if (workorderIds.length === 0) return;
  await tx
    .deleteFrom('deadline_watches')
    .where('workorder_id', 'in', [...workorderIds])
    .execute();
}

export interface NewWarning {
  workorderId: string;
  number: number;
  dueAt: string;
  level: number;
  levelText: string;
  receiverNames: string[];
}

/** Records warnings; one that is recorded already fails, because its order was locked. */
export async function insertWarnings(tx: Tx, warnings: readonly NewWarning[], now: Date): Promise<void> {
  if (warnings.length === 0) return;
  await tx
    .insertInto('deadline_warnings')
    .values(
      warnings.map(({ workorderId, number, dueAt, level, levelText, receiverNames }) => ({
        workorder_id: workorderId,
        number,
        due_at: new Date(dueAt),
        level,
        level_text: levelText,
        sent_at: now,
        receiver_names: receiverNames,
      })),
    )
    .execute();
}

export interface DemandedCard {
  workorderId: string;
  number: number;
  dueAt: string;
  card: 'yellow' | 'red';
}

/** Records the cards that the rule demands; a yellow one becomes red, which demands a letter anew. */
export async function demandCards(tx: Tx, cards: readonly DemandedCard[], now: Date): Promise<void> {
  if (cards.length === 0) return;
  await tx
    .insertInto('demanded_cards')
    .values(
      cards.map(({ workorderId, number, dueAt, card }) => ({
        workorder_id: workorderId,
        number,
        due_at: new Date(dueAt),
        card,
        demanded_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['workorder_id', 'number', 'due_at'])
        .doUpdateSet({ card: 'red', demanded_at: now, settled_at: null })
        .where('demanded_cards.card', '=', 'yellow')
        .where('excluded.card', '=', 'red'),
    )
    .execute();
}

/** Lists the leaders in the organisation of each of these people, who are in service. */
export async function listLeaders(
  db: Db,
  staffIds: readonly string[],
): Promise<{ staffId: string; leaderId: string }[]> {
  if (staffIds.length === 0) return [];
  const { rows } = await sql<{ staffId: string; leaderId: string }>`
    select s.id as "staffId", l.id as "leaderId"
    from staff s join staff l on l.org_id = s.org_id and l.disabled_at is null
      join staff_roles r on r.staff_id = l.id and r.role_code = 'leader'
    where s.id = any(${staffIds}::text[]) order by 1, 2`.execute(db);
  return rows;
}

/** Lists the supervisors of each of these organisations and of those above it. */
export async function listSupervisorsOf(
  db: Db,
  orgIds: readonly string[],
): Promise<{ orgId: string; staffId: string }[]> {
  if (orgIds.length === 0) return [];
  const { rows } = await sql<{ orgId: string; staffId: string }>`
    select theirs.id as "orgId", s.id as "staffId"
    from organisations theirs join organisations mine on theirs.path like mine.path || '%'
      join staff s on s.org_id = mine.id and s.disabled_at is null
      join staff_roles r on r.staff_id = s.id and r.role_code = 'supervisor'
    where theirs.id = any(${orgIds}::text[]) order by 1, 2`.execute(db);
  return rows;
}

/** Records that a letter for the order answers the cards that its rules demanded. */
export async function settleCards(tx: Tx, workorderId: string, now: Date): Promise<void> {
  await tx
    .updateTable('demanded_cards')
    .set({ settled_at: now })
    .where('workorder_id', '=', workorderId)
    .where('settled_at', 'is', null)
    .execute();
}
