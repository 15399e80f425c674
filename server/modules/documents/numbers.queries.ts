import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/transaction.ts';

export interface SeriesName {
  orgId: string;
  name: string;
  year: number;
}

/** Whoever takes a number of a series waits here for who takes one too; the row begins the series. */
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

export async function setLast(tx: Tx, { orgId, name, year }: SeriesName, last: number): Promise<void> {
  await tx
    .updateTable('document_series')
    .set({ last })
    .where('org_id', '=', orgId)
    .where('name', '=', name)
    .where('year', '=', year)
    .execute();
}

/** The number of a prepared document, held for the one that takes its place; none while somebody else holds it. */
export async function holdNumberOf(
  tx: Tx,
  series: SeriesName,
  documentId: string,
  hold: { by: string; now: Date; until: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    update document_numbers set held_by = ${hold.by}::uuid, held_until = ${hold.until}
    where document_id = ${documentId} and org_id = ${series.orgId} and name = ${series.name} and year = ${series.year}
      and (held_until is null or held_until < ${hold.now})
      and exists (select from files f where f.id = document_id and f.workorder_id is null)
    returning number`.execute(tx);
  return rows[0]?.number;
}

/** The least number that nobody has, held. */
export async function holdFreeNumber(
  tx: Tx,
  series: SeriesName,
  hold: { by: string; now: Date; until: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    update document_numbers set held_by = ${hold.by}::uuid, held_until = ${hold.until}
    where (org_id, name, year, number) = (
      select org_id, name, year, number from document_numbers
      where org_id = ${series.orgId} and name = ${series.name} and year = ${series.year}
        and document_id is null and (held_until is null or held_until < ${hold.now})
      order by number limit 1)
    returning number`.execute(tx);
  return rows[0]?.number;
}

/** A number that was never given out, held. */
export async function insertNumber(
  tx: Tx,
  series: SeriesName,
  number: number,
  hold: { by: string; until: Date },
): Promise<void> {
  await tx
    .insertInto('document_numbers')
    .values({
      org_id: series.orgId,
      name: series.name,
      year: series.year,
      number,
      held_by: hold.by,
      held_until: hold.until,
    })
    .execute();
}

/**
 * Gives a held number to its document; false when the hold was lost, or an action has taken the document that the number
 * was of. That one's file is locked first, so that no action takes it in this very moment.
 */
export async function assignNumber(tx: Tx, heldBy: string, documentId: string): Promise<boolean> {
  const before = await tx
    .selectFrom('document_numbers as n')
    .innerJoin('files as f', 'f.id', 'n.document_id')
    .select('f.workorder_id as workorderId')
    .where('n.held_by', '=', heldBy)
    .forUpdate('f')
    .executeTakeFirst();
  if (before && before.workorderId !== null) return false;
  const { numUpdatedRows } = await tx
    .updateTable('document_numbers')
    .set({ document_id: documentId, held_by: null, held_until: null })
    .where('held_by', '=', heldBy)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Holds that nothing came of. */
export async function releaseHold(tx: Tx, heldBy: string): Promise<void> {
  await tx
    .updateTable('document_numbers')
    .set({ held_by: null, held_until: null })
    .where('held_by', '=', heldBy)
    .execute();
}

export async function findOrganisationName(db: Db | Tx, orgId: string): Promise<string | undefined> {
  const row = await db.selectFrom('organisations').select('name').where('id', '=', orgId).executeTakeFirst();
  return row?.name;
}

/** Every series with the numbers in it that are free again. */
export async function listSeries(
  db: Db | Tx,
  only?: SeriesName,
): Promise<{ orgId: string; orgName: string; name: string; year: number; last: number; free: number[] }[]> {
  const mine = only
    ? sql`where s.org_id = ${only.orgId} and s.name = ${only.name} and s.year = ${only.year}`
    : sql``;
  const { rows } = await sql<{
    orgId: string;
    orgName: string;
    name: string;
    year: number;
    last: number;
    free: number[];
  }>`select s.org_id as "orgId", g.name as "orgName", s.name, s.year, s.last,
      array(select n.number from document_numbers n
        where n.org_id = s.org_id and n.name = s.name and n.year = s.year and n.document_id is null
        order by n.number limit 1000) as free
    from document_series s join organisations g on g.id = s.org_id ${mine}
    order by s.year desc, s.org_id, s.name`.execute(db);
  return rows;
}
