import { Readable } from 'node:stream';
import type { ArchiveEntry } from '#contract/archive.ts';
import type { Actor } from '#domain/access/actor.ts';
import { archiveLimits } from '#domain/archive/archive-state.ts';
import { checksumsText, packageParts } from '#domain/archive/package-paths.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { sheetBytes } from '#server/adapters/spreadsheets/sheet-bytes.ts';
import type { SheetColumn } from '#server/adapters/spreadsheets/sheet-column.ts';
import { type ZipPart, zipBytes } from '#server/adapters/spreadsheets/zip-bytes.ts';
import type { Context } from '#server/framework/context.ts';
import { pageOfEntries } from './catalogue.queries.ts';
import { scopeOf } from './catalogue.ts';
import { catalogueColumns } from './exportable-archive.ts';
import type { ArchiveHandOverRow, HandOverPackageRow } from './hand-overs.queries.ts';
import { presentEntry } from './present.ts';
import { packageBytes } from './read-package.ts';

/**
 * Returns all packages of a hand-over as one stream: first the list as a spreadsheet, then each package, last
 * their digests in the format of `sha256sum -c`.
 */
export async function handOverBytes(
  context: Context,
  actor: Actor,
  { handOver, packages }: { handOver: ArchiveHandOverRow; packages: readonly HandOverPackageRow[] },
): Promise<Readable> {
  const names = new Map(packages.map((one) => [one.id, `${one.number}-${one.version}.zip`]));
  const nameOf = ({ id }: { id: string }) => names.get(id) ?? id;
  const list = await packageListSheet(context, actor, handOver, packages);
  const checksums = checksumsText(packages.map((one) => ({ path: nameOf(one), sha256: one.sha256 })));
  const modifiedAt = handOver.madeAt;
  const parts: ZipPart[] = [
    { name: '移交清单.xlsx', text: list, isCompressed: true, modifiedAt },
    ...packages.map((one) => ({
      name: nameOf(one),
      text: { [Symbol.asyncIterator]: () => packageBytes(context, one)[Symbol.asyncIterator]() },
      isCompressed: true,
      modifiedAt: one.madeAt,
    })),
    { name: packageParts.checksums, text: [checksums], modifiedAt },
  ];
  return Readable.from(zipBytes(parts), { objectMode: false });
}

/** Returns 移交清单: the catalogue of these packages, with their digests. */
async function packageListSheet(
  context: Context,
  actor: Actor,
  { number, receiver }: ArchiveHandOverRow,
  packages: readonly HandOverPackageRow[],
): Promise<Readable> {
  const scope = scopeOf(context, actor);
  const { rows } = await pageOfEntries(
    context.db,
    scope,
    { ids: packages.map((one) => one.id) },
    { sort: 'number', order: 'asc' },
    { page: 1, size: archiveLimits.maxPackagesPerTransfer },
  );
  const byId = new Map(packages.map((one) => [one.id, one]));
  const sharedColumns = catalogueColumns.filter(
    ({ key }) => !['state', 'found', 'handOver', 'appraisal', 'destroyedOn'].includes(key),
  );
  const columns: SheetColumn<ArchiveEntry>[] = [
    ...sharedColumns,
    {
      key: 'sha256',
      title: '档案包SHA-256',
      width: 460,
      kind: 'text',
      cell: (row) => byId.get(row.id)?.sha256 ?? '',
    },
  ];
  // The version in the hand-over, which may not be the newest.
  const entries = rows.map((row) => {
    const { size = row.size, files = row.files } = byId.get(row.id) ?? {};
    return presentEntry({ ...row, size, files }, scope.today);
  });
  async function* batches() {
    yield entries.map((row) => columns.map((column) => column.cell(row)));
  }
  return sheetBytes('xlsx', {
    name: `移交清单 ${number}`,
    columns,
    rows: batches(),
    foot: (count) => `共 ${count} 件；接收单位：${receiver}；编制时间：${minuteText(context.now())}`,
  });
}
