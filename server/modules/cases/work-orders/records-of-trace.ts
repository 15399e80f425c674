import type { CorrectionEntry, RareEntry } from '#contract/record-entries.ts';
import { CorrectionCategory } from '#domain/enumerations/correction.ts';
import { paperStateLabel } from '#domain/enumerations/paper-state.ts';
import { SupplementRecordStatus } from '#domain/enumerations/supplement.ts';
import type { CorrectionData } from '#domain/records/correction-data.ts';
import type { RareData, RareState } from '#domain/records/rare-data.ts';
import { stateRulesOf } from '#domain/records/registry.ts';
import { RecordKind, type SideRecord } from '#domain/records/side-record.ts';
import { recordsOfTask, type TracedRecords } from './traced-records.ts';

/** Side records under the names of the specification (S1 §3), for the trace and the reads of one kind (S1 §7). */

/** Returns the corrections, oldest first; one that is recorded as accepted by silence asked for nothing. */
export function correctionsOf(records: readonly SideRecord[]): CorrectionEntry[] {
  return records.flatMap((record): CorrectionEntry[] => {
    if (record.kind !== RecordKind.correction || record.state === 'deemed') return [];
    const { category, limit, endsAt, submittedAt, remark, papers } = record.data as CorrectionData;
    const { label, status, noteStatus } = stateRulesOf(record);
    return [
      {
        id: record.id,
        timeLimit: limit.amount,
        endTime: endsAt,
        workorderState: status ?? noteStatus ?? null,
        category,
        submitTime: category === CorrectionCategory.offline ? null : submittedAt,
        correctRemark: remark,
        stateName: label,
        materials: papers.map(({ name, problem, reason }) => ({
          name,
          problem: paperStateLabel[problem],
          reason,
        })),
      },
    ];
  });
}

const rareStatus: Record<RareState, SupplementRecordStatus> = {
  pending: SupplementRecordStatus.pending,
  awaitingAudit: SupplementRecordStatus.awaitingAudit,
  done: SupplementRecordStatus.done,
  rejected: SupplementRecordStatus.rejected,
  ended: SupplementRecordStatus.ended,
  returned: SupplementRecordStatus.ended,
};

/** Returns the rare supplements, oldest first. */
export function rareSupplementsOf(records: readonly SideRecord[]): RareEntry[] {
  return records.flatMap((record): RareEntry[] => {
    if (record.kind !== RecordKind.rareSupplement) return [];
    const { term, endsAt, papers } = record.data as RareData;
    const rareState = rareStatus[record.state as RareState];
    const materialEntities = papers.map(({ id, name }) => ({ id, name }));
    return [{ id: record.id, supplyTerm: term, rareState, endTime: endsAt, materialEntities }];
  });
}

/** The part of a trace row that decides which records belong to it. */
interface TraceTime {
  number: number;
  flowNodeId: string | null;
  startTime: string;
  endTime: string | null;
}

/**
 * Returns the records of one row of the trace: the corrections of its task, and the rare supplement that was opened
 * during it, because that one belongs to the whole order.
 */
export function recordsOfTrace(
  records: readonly SideRecord[],
  { number, flowNodeId, startTime, endTime }: TraceTime,
): Partial<TracedRecords> & { corrects: CorrectionEntry[]; workorderRareVo: RareEntry | null } {
  if (flowNodeId === null || records.length === 0) return { corrects: [], workorderRareVo: null };
  const during = records.filter(
    ({ openedAt }) => openedAt >= startTime && (endTime === null || openedAt <= endTime),
  );
  return {
    ...recordsOfTask(records, number),
    corrects: correctionsOf(records.filter(({ taskId }) => taskId === number)),
    workorderRareVo: rareSupplementsOf(during).at(-1) ?? null,
  };
}
