import type { RecordFile } from '#contract/record-entries.ts';
import type { CorrectionData } from '#domain/records/correction-data.ts';
import type { RareData } from '#domain/records/rare-data.ts';
import { RecordKind, type SideRecord } from '#domain/records/side-record.ts';
import type { SpecialData } from '#domain/records/special.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { findFilesOfOrder } from './queries.ts';

/** Returns the entries of records, each with its files (S1 §7). */
export async function withFiles<Entry extends { id: number }>(
  db: Db,
  { id, state }: { id: string; state: { records?: readonly SideRecord[] } },
  entries: readonly Entry[],
): Promise<(Entry & { attachments: RecordFile[] })[]> {
  const listed = entries.map((entry) => {
    const record = state.records?.[entry.id - 1];
    return { entry, files: record ? filesOf(record) : [] };
  });
  const found = await findFilesOfOrder(
    db,
    id,
    listed.flatMap(({ files }) => files.map((file) => file.id)),
  );
  const fileById = new Map(found.map((file) => [file.id, file]));
  return listed.map(({ entry, files }) => ({
    ...entry,
    attachments: files.flatMap(({ id: fileId, material }) => {
      const file = fileById.get(fileId);
      return file ? [{ ...file, material }] : [];
    }),
  }));
}

/** Returns the ids of a record's files, each with the name of its material. */
function filesOf({ kind, data }: SideRecord): { id: string; material: string }[] {
  if (kind === RecordKind.specialProcedure)
    return ((data as SpecialData).fileIds ?? []).map((id) => ({ id, material: '' }));
  if (kind !== RecordKind.correction && kind !== RecordKind.rareSupplement) return [];
  const { papers } = data as CorrectionData | RareData;
  const promiseFiles = kind === RecordKind.rareSupplement ? (data as RareData).promise.fileIds : [];
  return [
    ...papers.flatMap(({ name, fileIds }) => fileIds.map((id) => ({ id, material: name }))),
    ...promiseFiles.map((id) => ({ id, material: '容缺受理承诺书' })),
  ];
}
