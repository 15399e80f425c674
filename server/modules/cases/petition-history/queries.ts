import type { Actor } from '#domain/access/actor.ts';
import { listLimits } from '#domain/lists/limits.ts';
import { type Fragment, fragment, joinFragments } from '#server/kernel/database/fragment.ts';
import { likePattern } from '#server/kernel/database/like.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { readableBy } from '#server/modules/cases/work-orders/service.ts';

/** The values by which a petitioner's earlier petitions are found; digests are keyed (`searchHash`). */
export type Petitioner =
  /**
   * The petitioner of this order: by certificate, or by phone number and name, because a family may share a
   * phone.
   */
  | { source: 'order'; workorderId: string; certDigest: string; mobileDigest: string; name: string }
  /** A search by the given values, all of which must match. */
  | { source: 'search'; certDigest?: string; mobileDigest?: string; name?: string };

export interface HistoryFilter {
  title?: string;
  from?: string;
  to?: string;
  channel?: string;
  serveType?: string;
  problem: readonly string[];
  code?: string;
}

export interface HistoryRecord {
  id: string;
  code: string;
  day: string;
  status: number;
  channel: string | null;
  title: string;
  serve_types: string[];
  applicant_name: string;
  applicant_type: string;
  readable: boolean;
}

/** Returns the data of an order's applicant by which other orders of the same person are found. */
export async function findPetitioner(
  db: Db,
  workorderId: string,
): Promise<{ cert_code_digest: string; mobile_digest: string; name: string } | undefined> {
  return db
    .selectFrom('work_order_applicants')
    .select(['cert_code_digest', 'mobile_digest', 'name'])
    .where('workorder_id', '=', workorderId)
    .executeTakeFirst();
}

/** Returns a form field of the order, by a path in the item's `petition_fields`. */
function formField(path: Fragment): Fragment {
  return fragment`(select f.content ->> split_part(${path}, '.', 2) from work_order_forms f
    where f.workorder_id = o.id and f.form_code = split_part(${path}, '.', 1) and f.deleted_at is null)`;
}

function ordersOfPetitioner(petitioner: Petitioner): Fragment {
  const select = fragment`select p.workorder_id, p.applicant_type from work_order_applicants p where`;
  if (petitioner.source === 'order') {
    const { workorderId, certDigest, mobileDigest, name } = petitioner;
    // Two branches, so that each one uses its own index.
    return fragment`
      ${select} p.workorder_id <> ${workorderId}::uuid and p.cert_code_digest = ${certDigest} and ${certDigest} <> ''
      union
      ${select} p.workorder_id <> ${workorderId}::uuid and p.mobile_digest = ${mobileDigest} and ${mobileDigest} <> ''
        and p.name = ${name}`;
  }
  const { certDigest, mobileDigest, name } = petitioner;
  return fragment`${select} ${joinWithAnd([
    ...(certDigest === undefined ? [] : [fragment`p.cert_code_digest = ${certDigest}`]),
    ...(mobileDigest === undefined ? [] : [fragment`p.mobile_digest = ${mobileDigest}`]),
    ...(name === undefined ? [] : [fragment`p.name = ${name}`]),
  ])}`;
}

function joinWithAnd(parts: readonly Fragment[]): Fragment {
  return parts.length === 0 ? fragment`true` : joinFragments(parts, ' and ');
}

/**
 * Returns the conditions of the filter. Those on the petition itself apply only to orders that the reader may
 * open, so that a filter does not reveal the others.
 */
function filterParts({ title, from, to, channel, serveType, problem, code }: HistoryFilter): Fragment[] {
  const contentConditions: Fragment[] = [
    ...(title === undefined ? [] : [fragment`found.title ilike ${`%${likePattern(title)}%`}`]),
    ...(channel === undefined ? [] : [fragment`found.channel = ${channel}`]),
    ...(serveType === undefined ? [] : [fragment`${serveType} = any(found.serve_types)`]),
    ...(problem[0] === undefined ? [] : [fragment`found.problem = ${problem[0]}`]),
    ...(problem[1] === undefined ? [] : [fragment`found.narrow_problem = ${problem[1]}`]),
  ];
  return [
    ...(contentConditions.length === 0 ? [] : [fragment`found.readable`, ...contentConditions]),
    ...(from === undefined ? [] : [fragment`found.day >= ${from}`]),
    ...(to === undefined ? [] : [fragment`found.day <= ${to}`]),
    ...(code === undefined ? [] : [fragment`found.code like ${`%${likePattern(code)}%`}`]),
  ];
}

/**
 * Returns a page of a petitioner's petitions, latest first, their number, and (`closed`) how many of them the reader
 * may not open.
 */
export async function listHistory(
  db: Db,
  actor: Actor,
  petitioner: Petitioner,
  filter: HistoryFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: HistoryRecord[]; total: number; closed: number }> {
  const commonTable = fragment`
    with theirs as (${ordersOfPetitioner(petitioner)}),
    petitions as (
      select o.id, o.code, o.status, o.title, o.serve_types, o.applicant_name, theirs.applicant_type, o.started_at,
        to_char(o.started_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as registered,
        ${formField(fragment`(b.petition_fields ->> 'date')`)} as day,
        ${formField(fragment`(b.petition_fields ->> 'channel')`)} as channel,
        ${formField(fragment`(b.petition_fields -> 'problem' ->> 0)`)} as problem,
        ${formField(fragment`(b.petition_fields -> 'problem' ->> 1)`)} as narrow_problem,
        ${readableBy(actor)} as readable
      from theirs join work_orders o on o.id = theirs.workorder_id
      join business_items b on b.task_code = o.task_code and b.current and b.petition_fields is not null
    ),
    found as (
      select id, code, status, title, serve_types, applicant_name, applicant_type, started_at, channel, problem,
        narrow_problem, readable, case when readable then coalesce(nullif(day, ''), registered) else registered end as day
      from petitions
    )`;
  const matching = joinWithAnd(filterParts(filter));
  const [counted, pageRows] = await Promise.all([
    fragment<{ total: number; closed: number }>`${commonTable}
      select count(*)::int as total, (count(*) filter (where not readable))::int as closed
      from (select readable from found where ${matching} limit ${listLimits.maxCountedRows}) counted`.execute(
      db,
    ),
    fragment<HistoryRecord>`${commonTable}
      select id, code, day, status, channel, title, serve_types, applicant_name, applicant_type, readable
      from found where ${matching}
      order by day desc, started_at desc, id limit ${page.limit} offset ${page.offset}`.execute(db),
  ]);
  const { total = 0, closed = 0 } = counted.rows[0] ?? {};
  return { rows: pageRows.rows, total, closed };
}
