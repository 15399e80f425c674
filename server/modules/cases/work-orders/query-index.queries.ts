import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { placesOfChunk } from './combined-query.queries.ts';

/** Locks the index; returns whether this process may write it, false if another one has the lock. */
export async function tryLockIndex(tx: Tx): Promise<boolean> {
  const { rows } = await fragment`select from order_query_state for update skip locked`.execute(tx);
  return rows.length > 0;
}

/** Waits until a transaction of the index has ended, for a caller that cannot leave the work to it. */
export async function waitForIndex(tx: Tx): Promise<void> {
  await fragment`select from order_query_state for update`.execute(tx);
}

/** Lists indexed orders with this form, a batch after the last one. */
export async function listIndexedWithForm(
  tx: Tx,
  formCode: string,
  last: string | undefined,
  maxOrders: number,
): Promise<string[]> {
  const { rows } = await fragment<{ workorder_id: string }>`select p.workorder_id from order_query_places p
    where p.body is not null and p.body <> ''
      and exists (select from work_order_forms f where f.workorder_id = p.workorder_id and f.form_code = ${formCode})
      and ${last === undefined ? fragment`true` : fragment`p.workorder_id > ${last}::uuid`}
    order by p.workorder_id limit ${maxOrders}`.execute(tx);
  return rows.map(({ workorder_id }) => workorder_id);
}

/** Records that an order's index entries are outdated; for a change without an outbox entry. */
export async function recordChangedOrder(tx: Tx, workorderId: string): Promise<void> {
  await fragment`insert into order_query_changes (workorder_id) values (${workorderId}::uuid)`.execute(tx);
}

/**
 * Deletes rows of changed orders, and returns the orders and the number of rows; an order that changes
 * meanwhile is recorded again.
 */
export async function drainChanges(tx: Tx, maxRows: number): Promise<{ ids: string[]; changeRows: number }> {
  const { rows } = await fragment<{ workorder_id: string }>`delete from order_query_changes
    where ctid = any(array(select ctid from order_query_changes limit ${maxRows} for update skip locked))
    returning workorder_id`.execute(tx);
  return { ids: [...new Set(rows.map(({ workorder_id }) => workorder_id))], changeRows: rows.length };
}

/** Assigns a place to each of these orders that has none, by the time of their start. */
export async function assignPlaces(tx: Tx, ids: readonly string[]): Promise<void> {
  await fragment`with placed as (
      insert into order_query_places (place, workorder_id, code, applicant_name, title, grams, terms)
      select s.next_place + row_number() over (order by o.started_at, o.id) - 1, o.id, o.code, o.applicant_name,
        lower(o.title), order_query_grams('t', o.title), '{}'
      from order_query_state s, work_orders o
      where o.id = any(${[...ids]}::uuid[])
        and not exists (select from order_query_places p where p.workorder_id = o.id)
      returning place
    ) update order_query_state set next_place = next_place + (select count(*) from placed)`.execute(tx);
}

export interface TermsOfPlace {
  place: number;
  workorder_id: string;
  /** The indexed terms of the order, and its current terms. */
  indexedTerms: string[];
  currentTerms: string[];
}

/** Returns the indexed and the current terms of these orders. */
export async function readTerms(tx: Tx, ids: readonly string[]): Promise<TermsOfPlace[]> {
  const { rows } =
    await fragment<TermsOfPlace>`select p.place, p.workorder_id, p.terms as "indexedTerms", t."currentTerms"
    from (select workorder_id, array_agg(term) as "currentTerms" from order_query_terms(${[...ids]}::uuid[]) group by 1) t
    join order_query_places p on p.workorder_id = t.workorder_id`.execute(tx);
  return rows;
}

/** A term that an order has gained or lost. */
export interface TermChange {
  term: string;
  place: number;
}

/** Updates the bitmap index, then the indexed terms of each order. */
export async function writeTerms(
  tx: Tx,
  orders: readonly TermsOfPlace[],
  { added, removed }: { added: readonly TermChange[]; removed: readonly TermChange[] },
): Promise<void> {
  const columns = (
    changes: readonly TermChange[],
  ) => fragment`unnest(${changes.map(({ term }) => term)}::text[],
    ${changes.map(({ place }) => place)}::int[]) as change(term, place)`;
  if (removed.length > 0) {
    await fragment`update order_query_bits k set bits = k.bits & ~x.bits
      from (select term, place / ${placesOfChunk}::int as chunk, bits_at(place % ${placesOfChunk}::int, 1) as bits
        from ${columns(removed)} group by 1, 2) x
      where k.term = x.term and k.chunk = x.chunk`.execute(tx);
    // Terms of steps that no order has any more would be read at each counting of the steps.
    await fragment`delete from order_query_bits k using (select distinct term from ${columns(removed)}) x
      where k.term = x.term and k.term like 'step-due:%' and k.bits = bits_of_none()`.execute(tx);
  }
  if (added.length > 0) {
    await fragment`insert into order_query_bits as kept (term, chunk, bits)
      select term, place / ${placesOfChunk}::int, bits_at(place % ${placesOfChunk}::int, 1)
      from ${columns(added)} group by 1, 2
      on conflict (term, chunk) do update set bits = kept.bits | excluded.bits`.execute(tx);
  }
  const rows = orders.map(({ place, currentTerms }) => ({ place, terms: currentTerms }));
  await fragment`update order_query_places p set terms = x.terms
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(place integer, terms text[])
    where p.place = x.place`.execute(tx);
}

export interface FormsOfOrder {
  workorder_id: string;
  process_definition_id: string;
  forms: { form_definition_id: string; content: Record<string, unknown> }[] | null;
}

const formColumns = fragment`o.id as workorder_id, o.process_definition_id,
  (select json_agg(json_build_object('form_definition_id', f.form_definition_id, 'content', f.content))
    from work_order_forms f where f.workorder_id = o.id and f.deleted_at is null) as forms`;

/** Reads the forms of these orders. */
export async function readForms(tx: Tx, ids: readonly string[]): Promise<FormsOfOrder[]> {
  const { rows } = await fragment<FormsOfOrder>`select ${formColumns} from work_orders o
    where o.id = any(${[...ids]}::uuid[])`.execute(tx);
  return rows;
}

/** Lists orders whose forms were never indexed, newest first. */
export async function listUnindexed(db: Db, maxOrders: number): Promise<string[]> {
  const { rows } = await fragment<{ workorder_id: string }>`select workorder_id from order_query_places
    where body is null order by place desc limit ${maxOrders}`.execute(db);
  return rows.map(({ workorder_id }) => workorder_id);
}

/** Stores the search text of changed forms, with its character pairs. */
export async function writeSearchTexts(
  tx: Tx,
  bodies: readonly { workorder_id: string; body: string }[],
): Promise<void> {
  await fragment`update order_query_places p set body = x.body,
      grams = order_query_grams('t', p.title) || order_query_grams('b', x.body)
    from jsonb_to_recordset(${JSON.stringify(bodies)}::jsonb) as x(workorder_id uuid, body text)
    where p.workorder_id = x.workorder_id and p.body is distinct from x.body`.execute(tx);
}
