import type { ArchiveEntry, ArchivePackage, UsageRecord } from '#contract/archive.ts';
import { isDueForAppraisal } from '#domain/archive/appraisal.ts';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import type { ArchiveEntryRow, PackageRow } from './catalogue.queries.ts';
import type { UsageRecordRow } from './usage-records.queries.ts';

export function presentEntry(row: ArchiveEntryRow, today: LocalDate): ArchiveEntry {
  const { handOverId, handOverNumber, handOverState, files, size, madeAt, checkedAt, appraisal, ...rest } =
    row;
  return {
    ...rest,
    expired: isDueForAppraisal(row, today),
    appraisal: appraisal && { ...appraisal, at: new Date(appraisal.at).toISOString() },
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

/** Returns true if the package is destroyed: its encrypted key is deleted at once, its bytes later. */
export const isDestroyed = ({ keySealed }: Pick<PackageRow, 'keySealed'>): boolean => keySealed === '';

export function presentPackage({ size, madeAt, checkedAt, ...row }: PackageRow): ArchivePackage {
  const { bytesId: _bytesId, keySealed, ...fields } = row;
  return {
    ...fields,
    destroyed: isDestroyed({ keySealed }),
    size: Number(size),
    madeAt: madeAt.toISOString(),
    checkedAt: checkedAt?.toISOString() ?? null,
  };
}

export function presentUsageRecord({ at, ...row }: UsageRecordRow): UsageRecord {
  return { ...row, at: at.toISOString() };
}
