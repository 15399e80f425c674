import type { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import { type Fragment, fragment, joinFragments, plainText } from '#server/kernel/database/fragment.ts';
import { likePattern } from '#server/kernel/database/like.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { type QueriedRecord, queriedOrder, queriedSelect } from './filtered-orders.queries.ts';
import { allOf, type ListPage } from './lists.queries.ts';
import type { TermGroup } from './query-terms.ts';

/**
 * Number of places in one row of the bitmap index; the migration has this number too. A place is the position of an
 * order in the bitmap index, by its starting time.
 */
export const placesOfChunk = 30_000;

export type QueriedRecordAtPlace = QueriedRecord & { place: number | null };

/**
 * Search conditions that the bitmap index does not contain: they are checked on the rows of a few thousand
 * orders.
 */
export interface RowConditions {
  /** The beginning of a number, or its end. */
  code?: { prefix: string } | { suffix: string };
  /** The whole name, or, if `byBeginning` is set, the beginning of one. */
  applicant?: { name: string; byBeginning: boolean };
  certDigest?: string;
  mobileDigest?: string;
  titleWords: readonly string[];
  contentWords: readonly string[];
}

/** An order whose current state is not in the bitmap index. */
export interface ChangedOrder {
  id: string;
  place: number | null;
  terms: string[];
  started_at: Date;
}

/**
 * Maximum number of rows of the outbox and of `order_query_changes` that are read to find changed orders; a
 * busy order has many.
 */
const maxChangeRows = 3_000;

/** Lists changed orders, and whether there are more than can be checked individually. */
export async function listChangedOrders(
  db: Db,
  maxOrders: number,
): Promise<{ orders: ChangedOrder[]; hasMore: boolean }> {
  const limit = plainText(String(maxChangeRows + 1));
  const { rows: changed } = await fragment<{ id: string; change_rows: number }>`
    select workorder_id as id, count(*)::int as change_rows from (
      (select workorder_id from work_order_outbox limit ${limit})
      union all (select workorder_id from order_query_changes limit ${limit})
    ) changed group by 1`.execute(db);
  if (changed.length === 0) return { orders: [], hasMore: false };
  const changeRows = changed.reduce((sum, one) => sum + one.change_rows, 0);
  if (changed.length > maxOrders || changeRows > maxChangeRows) return { orders: [], hasMore: true };
  const ids = changed.map(({ id }) => id);
  const { rows } = await fragment<ChangedOrder>`
    select o.id, p.place, array_agg(t.term) as terms, o.started_at
    from order_query_terms(${ids}::uuid[]) t join work_orders o on o.id = t.workorder_id
    left join order_query_places p on p.workorder_id = o.id
    group by o.id, p.place`.execute(db);
  return { orders: rows, hasMore: false };
}

/** Places of changed orders that match now, and those that do not, whatever the bitmap index contains. */
export interface IndexCorrections {
  matching: readonly number[];
  notMatching: readonly number[];
}

export interface MatchesOfChunk {
  chunk: number;
  found: number;
  /** One character for each place; null if it was not requested. */
  bits: string | null;
}

/** Hits whose bits are read, by their index in the requested order. */
export interface SearchRange {
  descending: boolean;
  /** Index of the first hit. */
  firstHit: number;
  /** Index after the last hit. */
  endHit: number;
}

/** Returns the common table expression `hits`: by chunk, the places that have a term of every group. */
export function hitsOf(groups: readonly TermGroup[], { matching, notMatching }: IndexCorrections): Fragment {
  const names = groups.map((_group, index) => plainText(`g${index}`));
  const sets = groups.map((group, index) =>
    group.length === 1
      ? fragment`${names[index]} as materialized (select chunk, bits from order_query_bits where term = ${group[0]})`
      : fragment`${names[index]} as materialized (select chunk, bit_or(bits) as bits from order_query_bits
          where term = any(${[...group]}::text[]) group by chunk)`,
  );
  const intersection = joinFragments(
    names.map((name) => fragment`${name}.bits`),
    ' & ',
  );
  const [first = plainText('g0'), ...others] = names;
  const joins = joinFragments(
    others.map((name) => fragment`join ${name} using (chunk)`),
    ' ',
  );
  const size = plainText(String(placesOfChunk));
  const correctedHits =
    matching.length + notMatching.length === 0
      ? plainText('hits as (select * from uncorrected)')
      : fragment`removed as (select place / ${size} as chunk, bits_at(place % ${size}, 1) as bits
            from unnest(${[...notMatching]}::int[]) place group by 1),
          added as (select place / ${size} as chunk, bits_at(place % ${size}, 1) as bits
            from unnest(${[...matching]}::int[]) place group by 1),
          hits as (select chunk, (coalesce(p.bits, bits_of_none()) & ~coalesce(w.bits, bits_of_none()))
              | coalesce(r.bits, bits_of_none()) as bits
            from uncorrected p full join removed w using (chunk) full join added r using (chunk))`;
  return fragment`${joinFragments(sets)}, uncorrected as (select chunk, ${intersection} as bits from ${first} ${joins}), ${correctedHits}`;
}

/**
 * Returns the places that have a term of every group, by chunk, with their number. Bits are returned only for
 * the chunk or two that the page needs; the places of the others are counted.
 */
export async function readHits(
  db: Db,
  groups: readonly TermGroup[],
  corrections: IndexCorrections,
  { descending, firstHit, endHit }: SearchRange,
): Promise<MatchesOfChunk[]> {
  if (groups.some((group) => group.length === 0)) return [];
  const { rows } = await fragment<MatchesOfChunk>`
    with ${hitsOf(groups, corrections)},
    counted as materialized (select chunk, bits, bit_count(bits)::int as found from hits),
    reached as (select *, sum(found) over (order by chunk ${plainText(descending ? 'desc' : 'asc')}) as upto from counted)
    select chunk, found, case when upto > ${firstHit} and upto - found < ${endHit} and found > 0 then bits::text end as bits
    from reached order by chunk ${plainText(descending ? 'desc' : 'asc')}`.execute(db);
  return rows;
}

/**
 * The number of orders at a step: open ones, and by the limit of the step the overdue ones and those due
 * soon.
 */
export interface StepCount {
  name: string;
  open: number;
  soon: number;
  overdue: number;
}

/** Counts the orders that have a term of every group at each step, without the excluded places. */
export async function countSteps(
  db: Db,
  groups: readonly TermGroup[],
  excluded: readonly number[],
  { today, soonUntil }: { today: LocalDate; soonUntil: LocalDate },
): Promise<StepCount[]> {
  if (groups.some((group) => group.length === 0)) return [];
  const { rows } = await fragment<StepCount>`
    with ${hitsOf(groups, { matching: [], notMatching: excluded })},
    at_step as (
      select substr(term, 6) as name, 'open' as due_state, chunk, bits from order_query_bits where term like 'node:%'
      union all
      select substr(term, 21), case when substr(term, 10, 10) < ${today} then 'overdue' else 'soon' end, chunk,
        bit_or(bits)
      from order_query_bits
      where term like 'step-due:%' and term like 'step-due:____-__-__:%' and substr(term, 10, 10) <= ${soonUntil}
      group by 1, 2, 3
    )
    select name, sum(found) filter (where due_state = 'open')::int as open,
      coalesce(sum(found) filter (where due_state = 'soon'), 0)::int as soon,
      coalesce(sum(found) filter (where due_state = 'overdue'), 0)::int as overdue
    from (select name, due_state, bit_count(s.bits & h.bits) as found from at_step s join hits h using (chunk)) counted
    where found > 0 group by name order by name`.execute(db);
  return rows;
}

function conditionParts(conditions: RowConditions, withGrams: boolean): Fragment[] {
  const { code, applicant, certDigest, mobileDigest, titleWords, contentWords } = conditions;
  const parts: Fragment[] = [];
  if (code !== undefined) {
    parts.push(
      'prefix' in code
        ? fragment`p.code like ${`${likePattern(code.prefix)}%`}`
        : fragment`reverse(p.code) like ${`${likePattern([...code.suffix].reverse().join(''))}%`}`,
    );
  }
  if (applicant !== undefined) {
    parts.push(
      applicant.byBeginning
        ? fragment`p.applicant_name like ${`${likePattern(applicant.name)}%`}`
        : fragment`p.applicant_name = ${applicant.name}`,
    );
  }
  if (certDigest !== undefined) {
    parts.push(fragment`p.workorder_id in (
      select workorder_id from work_order_applicants where cert_code_digest = ${certDigest}
      union all select workorder_id from work_order_applicants
      where represent_cert_digest = ${certDigest} and represent_cert_digest <> '')`);
  }
  if (mobileDigest !== undefined) {
    parts.push(fragment`p.workorder_id in (
      select workorder_id from work_order_applicants where mobile_digest = ${mobileDigest})`);
  }
  if (withGrams && titleWords.length + contentWords.length > 0) {
    parts.push(fragment`p.grams @> ${gramsOf(conditions)}::text[]`);
  }
  for (const word of titleWords) parts.push(fragment`strpos(p.title, ${word}) > 0`);
  for (const word of contentWords) parts.push(fragment`strpos(p.body, ${word}) > 0`);
  return parts;
}

/** Returns the character pairs of all searched words, in the form of the index. */
export function gramsOf({ titleWords, contentWords }: RowConditions): string[] {
  const pairs = (mark: string, words: readonly string[]) =>
    words.flatMap((word) =>
      Array.from(word)
        .slice(1)
        .map((character, index) => `${mark}${Array.from(word)[index]}${character}`),
    );
  return [...new Set([...pairs('t', titleWords), ...pairs('b', contentWords)])];
}

/** Returns places whose own rows match, newest first, up to a maximum. */
export async function findPlaces(
  db: Db,
  conditions: RowConditions,
  { withGrams, maxPlaces }: { withGrams: boolean; maxPlaces: number },
): Promise<number[]> {
  const limit = plainText(String(maxPlaces));
  // Materialised, because otherwise the planner may choose to walk all places in order.
  const { rows } = await fragment<{ place: number }>`with found as materialized (
      select place from order_query_places p where ${allOf(conditionParts(conditions, withGrams))}
    ) select place from found order by place desc limit ${limit}`.execute(db);
  return rows.map(({ place }) => place);
}

/** Returns those of these places whose own rows match. */
export async function filterPlaces(
  db: Db,
  conditions: RowConditions,
  places: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await fragment<{ place: number }>`select place from order_query_places p
    where place = any(${[...places]}::int[]) and ${allOf(conditionParts(conditions, false))}`.execute(db);
  return new Set(rows.map(({ place }) => place));
}

/**
 * Returns those of these new orders, which have no place yet, that match; their forms are read when they get
 * a place.
 */
export async function filterNewOrders(
  db: Db,
  conditions: RowConditions,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await fragment<{ workorder_id: string }>`select workorder_id from (
      select id as workorder_id, code, applicant_name, lower(title) as title, null::text as body
      from work_orders where id = any(${[...ids]}::uuid[])
    ) p where ${allOf(conditionParts(conditions, false))}`.execute(db);
  return new Set(rows.map(({ workorder_id }) => workorder_id));
}

const ordersAtPlaces = (places: readonly number[], ids: readonly string[]) => fragment`(
    select workorder_id, place from order_query_places where place = any(${[...places]}::int[])
    union all select id, null from unnest(${[...ids]}::uuid[]) id
  ) x join work_orders o on o.id = x.workorder_id`;

/** Lists the orders at these places and with these ids, unordered. */
export async function listOrdersAtPlaces(
  db: Db,
  places: readonly number[],
  ids: readonly string[],
): Promise<QueriedRecordAtPlace[]> {
  const { rows } =
    await fragment<QueriedRecordAtPlace>`select ${queriedSelect}, x.place from ${ordersAtPlaces(places, ids)}`.execute(
      db,
    );
  return rows;
}

/** Returns the keys of a page of these orders, sorted by a column. */
export async function sortKeys(
  db: Db,
  places: readonly number[],
  ids: readonly string[],
  page: ListPage,
): Promise<(number | string)[]> {
  const { rows } = await fragment<{ place: number | null; id: string }>`select place, id from (
      select ${queriedSelect}, x.place from ${ordersAtPlaces(places, ids)}
      order by ${queriedOrder(page)} limit ${page.limit} offset ${page.offset}
    ) sorted`.execute(db);
  return rows.map(({ place, id }) => place ?? id);
}

/**
 * Returns for each of these orders the term for its applicant, and the task that has been open longest of
 * those that wait for one of the keys; null if none does.
 */
export async function applicantTermsAndTasks(
  db: Db,
  keys: readonly string[],
  ids: readonly string[],
): Promise<{ id: string; term: ApplicantTerm; number: number | null }[]> {
  const { rows } = await fragment<{ id: string; term: ApplicantTerm; number: number | null }>`
    select o.id, b.applicant_word as term,
      (select min(number) from inbox where workorder_id = o.id and key = any(${[...keys]}::text[])) as number
    from work_orders o join business_items b on b.id = o.business_item_id
    where o.id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/** Returns the start time of the order at a place. */
export async function findStartTime(db: Db, place: number): Promise<Date | undefined> {
  const { rows } = await fragment<{ started_at: Date }>`select o.started_at
    from order_query_places p join work_orders o on o.id = p.workorder_id where p.place = ${place}`.execute(
    db,
  );
  return rows[0]?.started_at;
}

/**
 * Returns the pairs of characters that occur in more than this number of orders, by the statistics of the database,
 * with the number of orders.
 */
export async function commonGrams(db: Db, minOrders: number): Promise<Map<string, number>> {
  const { rows } = await fragment<{ gram: string; orders: number }>`
    select gram, frequency * c.reltuples as orders
    from pg_stats s
    join pg_class c on c.oid = 'order_query_places'::regclass
    cross join lateral rows from (unnest(s.most_common_elems::text::text[]), unnest(s.most_common_elem_freqs)) x(gram, frequency)
    where s.tablename = 'order_query_places' and s.attname = 'grams' and s.schemaname = current_schema()
      and gram is not null and frequency * c.reltuples > ${minOrders}`.execute(db);
  return new Map(rows.map(({ gram, orders }) => [gram, orders]));
}

/** Returns ids of the organisations with this code or id, or with this text in their name. */
export async function findOrganisations(db: Db, by: { code: string } | { name: string }): Promise<string[]> {
  const { rows } = await fragment<{ id: string }>`select id from organisations where ${
    'code' in by ? fragment`code = ${by.code} or id = ${by.code}` : fragment`strpos(name, ${by.name}) > 0`
  } limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Lists people who work in this hall or at this window today, because an order stores no window
 * (docs/decisions/0025).
 */
export async function findCounterStaff(
  db: Db,
  { hallId, hallName, windowId }: { hallId?: string; hallName?: string; windowId?: string },
): Promise<string[]> {
  const parts: Fragment[] = [];
  if (windowId !== undefined) parts.push(fragment`w.id = ${windowId}`);
  if (hallId !== undefined) parts.push(fragment`w.hall_id = ${hallId}`);
  else if (hallName !== undefined) parts.push(fragment`strpos(h.name, ${hallName}) > 0`);
  const { rows } = await fragment<{ staff_id: string }>`select distinct sw.staff_id from staff_windows sw
    join windows w on w.id = sw.window_id join halls h on h.id = w.hall_id where ${allOf(parts)}`.execute(db);
  return rows.map(({ staff_id }) => staff_id);
}

/** Returns codes of the regions with this text in their name, the highest first. */
export async function findRegionCodes(db: Db, name: string): Promise<string[]> {
  const { rows } = await fragment<{ code: string }>`select code from areas
    where strpos(name, ${name}) > 0 order by level, code limit 100`.execute(db);
  return rows.map(({ code }) => code);
}

/** Returns candidate keys by which tasks wait for a person. */
export async function keysOfPerson(db: Db, staffId: string): Promise<string[]> {
  const { rows } = await fragment<{
    keys: string[];
  }>`select keys from staff_rights where staff_id = ${staffId}`.execute(db);
  return rows[0]?.keys ?? [];
}

/**
 * Returns candidate keys by which tasks wait for people of an organisation, by its code or id, or of one
 * below it.
 */
export async function keysOfOrganisation(db: Db, code: string): Promise<string[]> {
  const { rows } = await fragment<{ key: string }>`select distinct k.key
    from organisations top join organisations below on starts_with(below.path, top.path)
    join staff_rights r on r.org_id = below.id and r.enabled, unnest(r.keys) k(key)
    where top.code = ${code} or top.id = ${code}`.execute(db);
  return rows.map(({ key }) => key);
}
