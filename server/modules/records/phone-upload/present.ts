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

/** Returns the phone's own files to the phone, without those received for an earlier code. */
export function presentPlan(files: readonly PlannedFile[]): PhonePlan['rows'] {
  return files
    .filter(({ isFromEarlierCode }) => !isFromEarlierCode)
    .map(({ key, name, size, id }) => ({ key, name, size, sent: id !== null }));
}

/** Returns to the desktop page the files that have arrived, and those being sent. */
export function presentReceivedFiles(files: readonly PlannedFile[]): QrFiles {
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

/** Returns the percentage of a file that was received; at most 99, because only a stored file is complete. */
function percentOf(received: number, size: number): number {
  return size > 0 ? Math.min(99, Math.floor((received / size) * 100)) : 0;
}
