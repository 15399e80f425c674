import type { Actor } from '#domain/access/actor.ts';
import type { TimeLimit } from '#domain/calendar/clock-ledger.ts';
import type { PetitionFields } from '#domain/items/petition-fields.ts';
import {
  type Judgement,
  type PetitionLink,
  type PetitionStage,
  petitionLimits,
} from '#domain/petitions/petition-links.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { readableBy } from '#server/modules/cases/work-orders/service.ts';
import { isConcluded } from './similar.queries.ts';

export interface LinkRow {
  id: string;
  kind: PetitionLink;
  /** Whether the other order is the later or the earlier one. */
  other_is: 'earlier' | 'later';
  code: string;
  title: string;
  status: number;
  note: string;
  made_by_name: string;
  made_at: Date;
  readable: boolean;
}

/** Lists the links of an order with the orders at their other ends, newest first. */
export async function listLinks(db: Db, actor: Actor, workorderId: string): Promise<LinkRow[]> {
  const { rows } = await fragment<LinkRow>`
    select l.id, l.kind, case when l.later_id = ${workorderId}::uuid then 'earlier' else 'later' end as other_is,
      o.code, o.title, o.status, l.note, l.made_by_name, l.made_at, ${readableBy(actor)} as readable
    from petition_links l join work_orders o
      on o.id = case when l.later_id = ${workorderId}::uuid then l.earlier_id else l.later_id end
    where l.removed_at is null and (l.later_id = ${workorderId}::uuid or l.earlier_id = ${workorderId}::uuid)
    order by l.made_at desc, l.id limit ${petitionLimits.links}`.execute(db);
  return rows;
}

/** Counts the links of an order, so that nobody makes more than can be listed. */
export async function countLinks(db: Db, workorderId: string): Promise<number> {
  const { rows } = await fragment<{ links: number }>`select count(*)::int as links from petition_links
    where removed_at is null and (later_id = ${workorderId}::uuid or earlier_id = ${workorderId}::uuid)`.execute(
    db,
  );
  return rows[0]?.links ?? 0;
}

export interface NewLink {
  id: string;
  kind: PetitionLink;
  laterId: string;
  earlierId: string;
  note: string;
  at: Date;
  by: { staffId: string; name: string };
}

/** Inserts a link; returns false if the two orders are linked already, or the earlier one has its next stage. */
export async function insertLink(tx: Tx, link: NewLink): Promise<boolean> {
  const { rows } = await fragment`
    insert into petition_links (id, kind, later_id, earlier_id, note, made_at, made_by, made_by_name)
    select ${link.id}::uuid, ${link.kind}, ${link.laterId}::uuid, ${link.earlierId}::uuid, ${link.note}, ${link.at},
      ${link.by.staffId}, ${link.by.name}
    where not exists (select from petition_links l where l.removed_at is null
      and l.later_id = ${link.earlierId}::uuid and l.earlier_id = ${link.laterId}::uuid)
    on conflict do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** Marks a link of this order, made by hand, as removed; returns it, or undefined if there is none. */
export async function removeLink(
  tx: Tx,
  workorderId: string,
  removal: { linkId: string; at: Date; by: string; reason: string; kinds: readonly string[] },
): Promise<{ kind: PetitionLink; other_id: string } | undefined> {
  const { rows } = await fragment<{ kind: PetitionLink; other_id: string }>`
    update petition_links set removed_at = ${removal.at}, removed_by = ${removal.by},
      removal_reason = ${removal.reason}
    where id = ${removal.linkId}::uuid and removed_at is null and kind = any(${[...removal.kinds]}::text[])
      and (later_id = ${workorderId}::uuid or earlier_id = ${workorderId}::uuid)
    returning kind, case when later_id = ${workorderId}::uuid then earlier_id else later_id end as other_id`.execute(
    tx,
  );
  return rows[0];
}

/** An order of the matter, by its stage. */
export interface StageRow {
  stage: PetitionStage;
  id: string;
  code: string;
  status: number;
  limit: TimeLimit | null;
  started_at: Date;
  due_at: Date | null;
  ended_at: Date | null;
  readable: boolean;
}

/** Lists the orders of the stages 办理, 复查 and 复核 that belong together, the first one first. */
export async function listStages(db: Db, actor: Actor, workorderId: string): Promise<StageRow[]> {
  const stageLinks = fragment`l.removed_at is null and l.kind in ('review', 'recheck')`;
  const { rows } = await fragment<StageRow>`
    with recursive earlier as (
      select ${workorderId}::uuid as id, 0 as steps
      union all select l.earlier_id, steps - 1 from earlier e
        join petition_links l on l.later_id = e.id and ${stageLinks} where steps > -2
    ), later as (
      (select id, 0 as stage from earlier order by steps limit 1)
      union all select l.later_id, stage + 1 from later f
        join petition_links l on l.earlier_id = f.id and ${stageLinks} where stage < 2
    )
    select stage, o.id, o.code, o.status,
      s.clock->'limit' as "limit", o.started_at, o.due_at, o.ended_at, ${readableBy(actor)} as readable
    from later join work_orders o using (id) join work_order_states s on s.workorder_id = o.id
    order by stage`.execute(db);
  return rows;
}

export interface JudgementRow {
  result: Judgement;
  new_facts: string;
  judged_at: Date;
  judged_by_name: string;
}

export async function findJudgement(db: Db, workorderId: string): Promise<JudgementRow | undefined> {
  const { rows } = await fragment<JudgementRow>`select result, new_facts, judged_at, judged_by_name
    from petition_judgements where workorder_id = ${workorderId}::uuid`.execute(db);
  return rows[0];
}

/** An order by its place among the stages 办理, 复查 and 复核. */
export interface StagedOrder {
  id: string;
  code: string;
  status: number;
  ended_at: Date | null;
  cert_code_digest: string;
  /** The link with which it was started, if it is a 复查 or 复核. */
  start_link: 'review' | 'recheck' | null;
  /** Code of the order of its next stage; empty if the person may not read it. */
  next_code: string | null;
  petition_fields: PetitionFields | null;
  /** True if 复核 of its matter has ended. */
  concluded: boolean;
  /** True if the item of the next stage is published. */
  has_next_item: boolean;
}

/** Finds a petition by its code, only if the person may read it. */
export async function findStagedOrder(db: Db, actor: Actor, code: string): Promise<StagedOrder | undefined> {
  const { rows } = await fragment<StagedOrder>`
    select o.id, o.code, o.status, o.ended_at, coalesce(a.cert_code_digest, '') as cert_code_digest,
      (select l.kind from petition_links l where l.later_id = o.id and l.removed_at is null
        and l.kind in ('review', 'recheck')) as start_link,
      (select (select case when ${readableBy(actor)} then o.code else '' end from work_orders o where o.id = l.later_id)
        from petition_links l
        where l.earlier_id = o.id and l.removed_at is null and l.kind in ('review', 'recheck')) as next_code,
      i.petition_fields, ${isConcluded(fragment`o.id`)} as concluded,
      exists (select from business_items n where n.current
        and n.task_code = i.petition_fields->'review'->>'taskCode') as has_next_item
    from work_orders o left join work_order_applicants a on a.workorder_id = o.id
    left join business_items i on i.task_code = o.task_code and i.current
    where o.code = ${code} and ${readableBy(actor)}`.execute(db);
  return rows[0];
}
