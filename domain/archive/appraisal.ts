import type { LocalDate } from '../calendar/local-date.ts';
import { keptUntil, type RetentionPeriod, retentionLabel } from './archive-record.ts';
import { ArchiveFinding, ArchiveState, HandOverState } from './archive-state.ts';

/** Decision on an entry whose time is over (鉴定): 续存, or 拟销毁, which another person has to approve. */
export const AppraisalOutcome = { keep: 'keep', destroy: 'destroy' } as const;
export type AppraisalOutcome = (typeof AppraisalOutcome)[keyof typeof AppraisalOutcome];

export const appraisalOutcomeLabel: Record<AppraisalOutcome, string> = { keep: '续存', destroy: '拟销毁' };

/** Facts that an appraisal reads. */
export interface AppraisalSubject {
  state: ArchiveState;
  /** The last day on which it has to be kept; null for ever, or before it has a place. */
  keptUntil: LocalDate | null;
  /** The order itself is at its end, whatever the archive has heard of it. */
  isConcluded: boolean;
  /** Of its newest package. */
  found: ArchiveFinding | null;
  /** The most binding transfer that any of its packages is in. */
  handOver: HandOverState | null;
}

/**
 * Checks whether an entry's retention period is over, so that it is due for appraisal. A destroyed or
 * reopened entry is not due.
 */
export function isDue(
  { state, keptUntil: until }: Pick<AppraisalSubject, 'state' | 'keptUntil'>,
  today: LocalDate,
): boolean {
  return (
    until !== null && until < today && state !== ArchiveState.destroyed && state !== ArchiveState.reopened
  );
}

/** Returns the reason why no decision on it is possible; undefined where one is. */
export function problemOfAppraisal(entry: AppraisalSubject, today: LocalDate): string | undefined {
  if (entry.state === ArchiveState.destroyed) return '已销毁';
  if (entry.state === ArchiveState.reopened || !entry.isConcluded) return '办件正在重新办理';
  return isDue(entry, today) ? undefined : '保管期限未满';
}

/**
 * Returns the reason why its packages cannot be destroyed; undefined where they can. A package that an archive has
 * taken over is destroyed only where a person has said so: the copy that stays here may be the last.
 */
export function problemOfDestruction(
  entry: AppraisalSubject,
  { today, evenHandedOver }: { today: LocalDate; evenHandedOver: boolean },
): string | undefined {
  const problem = problemOfAppraisal(entry, today);
  if (problem !== undefined) return problem;
  if (entry.state !== ArchiveState.kept) return '尚未归档';
  if (entry.found === ArchiveFinding.changed || entry.found === ArchiveFinding.missing)
    return '档案包内容已变动或缺失，请先核查';
  if (entry.handOver === HandOverState.prepared) return '已编入移交批次';
  return entry.handOver === HandOverState.done && !evenHandedOver ? '已移交' : undefined;
}

/**
 * Returns the last day of a prolonged entry: its new term runs from the year after the one of its appraisal.
 */
export function prolongedUntil(today: LocalDate, period: RetentionPeriod): LocalDate | undefined {
  return keptUntil(today, period);
}

/** Returns the 保管期限 for readers, with the term by which it was prolonged. */
export function periodText(period: RetentionPeriod, prolonged: RetentionPeriod | null): string {
  return prolonged === null
    ? retentionLabel[period]
    : `${retentionLabel[period]}，续存${retentionLabel[prolonged]}`;
}
