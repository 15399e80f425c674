import type { LocalDate } from '../calendar/local-date.ts';
import { type RetentionPeriod, retentionEnd, retentionLabel } from './archive-record.ts';
import { ArchiveFinding, ArchiveState, HandOverState } from './archive-state.ts';

/**
 * Decision on an entry whose retention period is over (鉴定): 续存 (extend the retention), or 拟销毁 (destroy), which
 * a second person must approve.
 */
export const AppraisalOutcome = { keep: 'keep', destroy: 'destroy' } as const;
export type AppraisalOutcome = (typeof AppraisalOutcome)[keyof typeof AppraisalOutcome];

export const appraisalOutcomeLabel: Record<AppraisalOutcome, string> = { keep: '续存', destroy: '拟销毁' };

/** Facts that an appraisal reads. */
export interface AppraisalSubject {
  state: ArchiveState;
  /**
   * The last day of the retention period; null for permanent retention, or while the entry has no archive
   * number.
   */
  keptUntil: LocalDate | null;
  /** True if the order itself is concluded, even if the archive has not processed that yet. */
  isConcluded: boolean;
  /** Result of the last check of the newest package. */
  found: ArchiveFinding | null;
  /** State of the transfer that contains its packages; of several a prepared one before a finished one. */
  handOver: HandOverState | null;
}

/**
 * Checks whether an entry's retention period is over, so that it is due for appraisal. A destroyed or
 * reopened entry is not due.
 */
export function isDueForAppraisal(
  { state, keptUntil: until }: Pick<AppraisalSubject, 'state' | 'keptUntil'>,
  today: LocalDate,
): boolean {
  return (
    until !== null && until < today && state !== ArchiveState.destroyed && state !== ArchiveState.reopened
  );
}

/** Returns the reason why the entry cannot be appraised; undefined if it can. */
export function problemOfAppraisal(entry: AppraisalSubject, today: LocalDate): string | undefined {
  if (entry.state === ArchiveState.destroyed) return '已销毁';
  if (entry.state === ArchiveState.reopened || !entry.isConcluded) return '办件正在重新办理';
  return isDueForAppraisal(entry, today) ? undefined : '保管期限未满';
}

/**
 * Returns the reason why its packages cannot be destroyed; undefined if they can. A package that an archive
 * has taken over is destroyed only after a person confirmed it: the copy here may be the last one.
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

/** Returns the last day of an extended retention: the new period starts in the year after the appraisal. */
export function extendedUntil(today: LocalDate, period: RetentionPeriod): LocalDate | undefined {
  return retentionEnd(today, period);
}

/** Returns the 保管期限 as text, with the period by which it was extended. */
export function periodText(period: RetentionPeriod, extension: RetentionPeriod | null): string {
  return extension === null
    ? retentionLabel[period]
    : `${retentionLabel[period]}，续存${retentionLabel[extension]}`;
}
