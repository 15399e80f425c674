import type { SpecialEntry } from '#contract/special-entry.ts';
import { timeLimitText } from '#domain/calendar/clock-ledger.ts';
import { specialTypeLabel } from '#domain/enumerations/special-type.ts';
import { stateRulesOf } from '#domain/records/registry.ts';
import { RecordKind, type SideRecord } from '#domain/records/side-record.ts';
import type { SpecialData } from '#domain/records/special.ts';

/** Returns the special procedures of an order under the names of the specification (S1 §3), oldest first. */
export function specialsOf(records: readonly SideRecord[] = []): SpecialEntry[] {
  return records.flatMap((record): SpecialEntry[] => {
    if (record.kind !== RecordKind.specialProcedure) return [];
    const { type, reason, limit, startedAt, dueAt, conclusion, result } = record.data as SpecialData;
    const { label, status, noteStatus } = stateRulesOf(record);
    return [
      {
        id: record.id,
        specialType: type,
        specialTypeName: specialTypeLabel[type],
        specialReason: reason,
        timeLimit: limit.amount,
        timeLimitText: timeLimitText(limit),
        specialState: status ?? noteStatus ?? null,
        stateName: label,
        startTime: startedAt ?? null,
        endTime: dueAt ?? null,
        conclusion: conclusion ?? '',
        result: result ?? '',
      },
    ];
  });
}

/** Returns the special procedures that were asked for at a task, for its row of the trace. */
export function specialsOfTrace(
  orderId: string,
  records: readonly SideRecord[] | undefined,
  traceId: string,
): SpecialEntry[] {
  return specialsOf(records?.filter(({ taskId }) => `${orderId}.${taskId}` === traceId));
}
