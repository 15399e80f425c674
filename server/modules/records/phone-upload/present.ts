import type { PhonePlan, QrFiles } from '#contract/phone-upload.ts';
import type { UploadRule } from '#domain/uploads/upload-rule.ts';
import type { PhoneUploadRow, PlannedFile } from './queries.ts';

export function secondsLeft({ expiresAt }: { expiresAt: Date }, now: Date): number {
  return Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000));
}

export function ruleOf({
  formats,
  maxSizeMb,
  maxCount,
}: Pick<PhoneUploadRow, 'formats' | 'maxSizeMb' | 'maxCount'>): UploadRule {
  return { formats, maxSize: maxSizeMb, unit: 'MB', maxCount };
}

/** Presents to the phone its own files, without those that arrived for an earlier code. */
export function presentPlan(files: readonly PlannedFile[]): PhonePlan['rows'] {
  return files
    .filter(({ fromBefore }) => !fromBefore)
    .map(({ key, name, size, id }) => ({ key, name, size, sent: id !== null }));
}

/** Presents to the desk the files that have arrived, and those on their way. */
export function presentArrivals(files: readonly PlannedFile[]): QrFiles {
  const rows = files.flatMap(({ id, storedName, storedSize, contentType, createdAt }) =>
    id === null || storedName === null || storedSize === null || contentType === null || createdAt === null
      ? []
      : [{ id, filename: storedName, size: storedSize, contentType, createdAt: createdAt.toISOString() }],
  );
  const arriving = files
    .filter(({ id }) => id === null)
    .map(({ name, size, received }) => ({ name, size, percent: percentOf(received, size) }));
  return { rows, total: rows.length, arriving };
}

/** Whole only when it is stored. */
function percentOf(received: number, size: number): number {
  return size > 0 ? Math.min(99, Math.floor((received / size) * 100)) : 0;
}
