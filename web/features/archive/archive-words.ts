import type { ArchiveEntry } from '#contract/archive.ts';
import { retentionLabel } from '#domain/archive/archive-record.ts';
import { archiveFindingLabel, archiveStateLabel, handOverStateLabel } from '#domain/archive/archive-state.ts';
import type { StatusTone } from '#web/toolkit/status/StatusTag.tsx';

export const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What an entry is now, the most pressing first. */
export function stateOf({ state, found, handOver }: Pick<ArchiveEntry, 'state' | 'found' | 'handOver'>): {
  label: string;
  tone: StatusTone;
} {
  if (found === 'changed' || found === 'missing') return { label: archiveFindingLabel[found], tone: 'error' };
  if (state === 'failed') return { label: archiveStateLabel.failed, tone: 'error' };
  if (state === 'reopened') return { label: archiveStateLabel.reopened, tone: 'warning' };
  if (state !== 'kept') return { label: archiveStateLabel[state], tone: 'progress' };
  return handOver === null
    ? { label: archiveStateLabel.kept, tone: 'success' }
    : { label: handOverStateLabel[handOver.state], tone: handOver.state === 'done' ? 'neutral' : 'progress' };
}

/** What has been found of its bytes, and what that means. */
export function foundOf({ found, version }: Pick<ArchiveEntry, 'found' | 'version'>): string {
  if (version === 0) return '—';
  return found === null ? '未校验' : archiveFindingLabel[found];
}

export function periodOf({ period }: Pick<ArchiveEntry, 'period'>): string {
  return period === null ? '—' : retentionLabel[period];
}

/** 永久 is for ever; before an order has its place nothing is known. */
export function keptUntilOf({ period, keptUntil }: Pick<ArchiveEntry, 'period' | 'keptUntil'>): string {
  return keptUntil ?? (period === 'Y' ? '永久' : '—');
}
