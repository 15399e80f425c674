import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { archive } from '#contract/archive.ts';
import type { UsageKind } from '#domain/archive/archive-state.ts';
import type { SortName } from '#server/framework/lists/sort-name.ts';
import type { ArchiveRetrievalsTable } from '#server/kernel/database/archive-tables.ts';
import { likePattern } from '#server/kernel/database/like.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { isOfOrganisation } from './catalogue.queries.ts';

/** 利用登记: who read which package, and for what purpose. */
export interface UsageRecordRow {
  id: string;
  workorderId: string;
  number: string;
  title: string;
  version: number;
  kind: UsageKind;
  purpose: string;
  staffName: string;
  orgName: string;
  at: Date;
}

const columns = sql`id, workorder_id as "workorderId", number, title, version, kind, purpose, staff_name as "staffName",
  org_name as "orgName", at`;

export async function insertUsageRecord(tx: Tx, row: Insertable<ArchiveRetrievalsTable>): Promise<void> {
  await tx.insertInto('archive_retrievals').values(row).execute();
}

export async function listUsageRecordsOfEntry(db: Db, id: string, limit: number): Promise<UsageRecordRow[]> {
  const { rows } = await sql<UsageRecordRow>`select ${columns} from archive_retrievals
    where workorder_id = ${id}::uuid order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Returns this person's usage record that permits the download of a version. */
export async function findUsageRecord(
  db: Db,
  {
    id,
    staffId,
    workorderId,
    version,
  }: { id: string; staffId: string; workorderId: string; version: number },
): Promise<UsageRecordRow | undefined> {
  const { rows } = await sql<UsageRecordRow>`select ${columns} from archive_retrievals
    where id = ${id} and staff_id = ${staffId} and workorder_id = ${workorderId}::uuid and version = ${version}
      and kind = 'download'`.execute(db);
  return rows[0];
}

const sortSources: Record<SortName<typeof archive.usageRecords>, RawBuilder<unknown>> = { at: sql`at` };

export async function pageOfUsageRecords(
  db: Db,
  orgId: string,
  {
    keyword,
    from,
    until,
  }: { keyword?: string | undefined; from?: Date | undefined; until?: Date | undefined },
  page: { page: number; size: number; sort?: keyof typeof sortSources; order: 'asc' | 'desc' },
) {
  const pattern = keyword ? `%${likePattern(keyword)}%` : '';
  const conditions = [
    isOfOrganisation(orgId, sql`org_id`),
    ...(pattern === ''
      ? []
      : [
          sql`(number like ${pattern} or title like ${pattern} or staff_name like ${pattern} or purpose like ${pattern})`,
        ]),
    ...(from ? [sql`at >= ${from}`] : []),
    ...(until ? [sql`at <= ${until}`] : []),
  ];
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  return await readPage<UsageRecordRow>(
    db,
    {
      columns,
      from: sql`archive_retrievals where ${sql.join(conditions, sql` and `)}`,
      order: sql`${sortSources[page.sort ?? 'at']} ${direction}, id ${direction}`,
    },
    page,
  );
}
