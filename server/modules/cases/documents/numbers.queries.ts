import { sql } from 'kysely';
import type { DocumentSeries } from '#contract/document-templates.ts';
import type { DocumentOrigin } from '#domain/documents/document-validity.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import { type StoredState, storedState, withState } from '#server/kernel/database/stored-state.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

export interface SeriesName {
  orgId: string;
  name: string;
  year: number;
}

/** Locks a series, so that two calls get numbers one after the other; inserts its row if it is new. */
export async function lockSeries(tx: Tx, { orgId, name, year }: SeriesName): Promise<{ last: number }> {
  await tx
    .insertInto('document_series')
    .values({ org_id: orgId, name, year, last: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await tx
    .selectFrom('document_series')
    .select('last')
    .where('org_id', '=', orgId)
    .where('name', '=', name)
    .where('year', '=', year)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function setLastNumber(tx: Tx, { orgId, name, year }: SeriesName, last: number): Promise<void> {
  await tx
    .updateTable('document_series')
    .set({ last })
    .where('org_id', '=', orgId)
    .where('name', '=', name)
    .where('year', '=', year)
    .execute();
}

/**
 * Reserves the number of a prepared document for its replacement; not while another transaction has it
 * locked.
 */
export async function reserveNumberOf(
  tx: Tx,
  series: SeriesName,
  documentId: string,
  reservation: { by: string; now: Date; until: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    update document_numbers set held_by = ${reservation.by}::uuid, held_until = ${reservation.until}
    where document_id = ${documentId} and org_id = ${series.orgId} and name = ${series.name} and year = ${series.year}
      and (held_until is null or held_until < ${reservation.now})
      and exists (select from files f where f.id = document_id and f.workorder_id is null)
    returning number`.execute(tx);
  return rows[0]?.number;
}

/** Reserves the smallest free number. */
export async function reserveFreeNumber(
  tx: Tx,
  series: SeriesName,
  reservation: { by: string; now: Date; until: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    update document_numbers set held_by = ${reservation.by}::uuid, held_until = ${reservation.until}
    where (org_id, name, year, number) = (
      select org_id, name, year, number from document_numbers
      where org_id = ${series.orgId} and name = ${series.name} and year = ${series.year}
        and document_id is null and (held_until is null or held_until < ${reservation.now})
      order by number limit 1)
      -- Checked again on the row itself: another transaction may just have assigned it to its document.
      and document_id is null and (held_until is null or held_until < ${reservation.now})
    returning number`.execute(tx);
  return rows[0]?.number;
}

/** Inserts a new reserved number. */
export async function insertNumber(
  tx: Tx,
  series: SeriesName,
  number: number,
  reservation: { by: string; until: Date },
): Promise<void> {
  await tx
    .insertInto('document_numbers')
    .values({
      org_id: series.orgId,
      name: series.name,
      year: series.year,
      number,
      held_by: reservation.by,
      held_until: reservation.until,
    })
    .execute();
}

/**
 * Locks a reserved number until the transaction ends; returns false if the reservation was lost, or a
 * document has the number.
 */
export async function lockReservedNumber(tx: Tx, reservationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('document_numbers')
    .select('number')
    .where('held_by', '=', reservationId)
    .where('document_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Assigns a reserved number, if no document has it, to its document. */
export async function assignNumber(tx: Tx, reservationId: string, documentId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('document_numbers')
    .set({ document_id: documentId, held_by: null, held_until: null })
    .where('held_by', '=', reservationId)
    .where('document_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error('A document number was used that is not reserved');
}

/** Deletes an unused reservation. */
export async function releaseReservation(tx: Tx, reservationId: string): Promise<void> {
  await tx
    .updateTable('document_numbers')
    .set({ held_by: null, held_until: null })
    .where('held_by', '=', reservationId)
    .execute();
}

export async function findOrganisationName(db: Db | Tx, orgId: string): Promise<string | undefined> {
  const row = await db.selectFrom('organisations').select('name').where('id', '=', orgId).executeTakeFirst();
  return row?.name;
}

/**
 * Lists every series with its free numbers, and those of this year that published templates use and that have
 * no number yet.
 */
export async function listSeries(
  db: Db | Tx,
  { year, only }: { year: number; only?: SeriesName },
): Promise<DocumentSeries[]> {
  const condition = only
    ? sql`where s.org_id = ${only.orgId} and s.name = ${only.name} and s.year = ${only.year}`
    : sql``;
  const { rows } = await sql<DocumentSeries>`
    with named as (
      select b.org_id, t.content -> 'template' ->> 'numbering' as series, b.name as item_name,
        t.content -> 'template' ->> 'name' as name, b.sort_by
      from document_templates t join business_items b on b.task_code = t.task_code and b.current
      where t.state = 'published' and t.content -> 'template' ? 'numbering'
    ), s as (
      select org_id, name, year, last from document_series
      union all
      select distinct n.org_id, n.series, ${year}::int, 0 from named n
      where not exists (
        select from document_series d where d.org_id = n.org_id and d.name = n.series and d.year = ${year}::int)
    )
    select s.org_id as "orgId", g.name as "orgName", s.name, s.year, s.last,
      exists (select from document_numbers n where n.org_id = s.org_id and n.name = s.name and n.year = s.year) as begun,
      coalesce((select max(n.number) from document_numbers n
        where n.org_id = s.org_id and n.name = s.name and n.year = s.year), 0)::int as used,
      array(select n.number from document_numbers n
        where n.org_id = s.org_id and n.name = s.name and n.year = s.year and n.document_id is null
        order by n.number limit 1000) as free,
      coalesce((select json_agg(json_build_object('itemName', n.item_name, 'name', n.name) order by n.sort_by, n.name)
        from named n where n.org_id = s.org_id and n.series = s.name), '[]') as papers
    from s join organisations g on g.id = s.org_id ${condition}
    order by s.year desc, g.name, s.org_id, s.name`.execute(db);
  return rows;
}

export interface NumberRow {
  number: number;
  reservedUntil: Date | null;
  /** Name of the document with this number; null if there is none. */
  documentName: string | null;
  orderCode: string | null;
  madeAt: Date | null;
  /** The document as part of its order; null before its confirmation. */
  inOrder: (DocumentOrigin & { orderId: string }) | null;
}

/** Lists the numbers of a series, also free and reserved ones, with their documents, largest first. */
export async function listNumbers(
  db: Db,
  { orgId, name, year }: SeriesName,
  page: { page: number; size: number },
): Promise<{ rows: NumberRow[]; total: number }> {
  return await readPage<NumberRow>(
    db,
    {
      columns: sql`n.number, n.held_until as "reservedUntil", d.name as "documentName", o.code as "orderCode",
        d.created_at as "madeAt", case when f.workorder_id is not null
          then json_build_object('orderId', f.workorder_id, 'taskNumber', d.number, 'buttonId', d.button_id,
            'voidedAt', d.voided_at) end as "inOrder"`,
      from: sql`document_numbers n left join order_documents d on d.id = n.document_id left join files f on f.id = d.id
        left join work_orders o on o.id = d.workorder_id
        where n.org_id = ${orgId} and n.name = ${name} and n.year = ${year}`,
      order: sql`n.number desc`,
    },
    page,
  );
}

/** Returns the states of these orders by their ids. */
export async function readStates(db: Db, orderIds: readonly string[]): Promise<Map<string, OrderState>> {
  const { rows } = await fragment<StoredState & { id: string }>`
    select s.workorder_id as id, ${storedState} from work_order_states s
    where s.workorder_id = any(${[...orderIds]}::uuid[])`.execute(db);
  return new Map(rows.map(withState).map(({ id, state }) => [id, state]));
}
