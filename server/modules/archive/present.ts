import type { ArchiveEntry, ArchivePackage, Retrieval } from '#contract/archive.ts';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import type { EntryRow, PackageRow } from './catalogue.queries.ts';
import type { RetrievalRow } from './retrievals.queries.ts';

export function presentEntry(row: EntryRow, today: LocalDate): ArchiveEntry {
  const { handOverId, handOverNumber, handOverState, files, size, madeAt, checkedAt, ...rest } = row;
  return {
    ...rest,
    expired: row.keptUntil !== null && row.keptUntil < today,
    files: files ?? 0,
    size: Number(size ?? 0),
    madeAt: madeAt?.toISOString() ?? null,
    checkedAt: checkedAt?.toISOString() ?? null,
    handOver:
      handOverId !== null && handOverNumber !== null && handOverState !== null
        ? { id: handOverId, number: handOverNumber, state: handOverState }
        : null,
  };
}

export function presentPackage({ size, madeAt, checkedAt, ...row }: PackageRow): ArchivePackage {
  const { bytesId: _bytesId, keySealed: _keySealed, ...shown } = row;
  return {
    ...shown,
    size: Number(size),
    madeAt: madeAt.toISOString(),
    checkedAt: checkedAt?.toISOString() ?? null,
  };
}

export function presentRetrieval({ at, ...row }: RetrievalRow): Retrieval {
  return { ...row, at: at.toISOString() };
}
