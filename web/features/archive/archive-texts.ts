import type { ArchiveEntry } from '#contract/archive.ts';
import { periodText } from '#domain/archive/appraisal.ts';
import {
  archiveFindingLabel,
  archiveLimits,
  archiveStateLabel,
  handOverStateLabel,
} from '#domain/archive/archive-state.ts';
import { countCharacters, isBlank } from '#domain/texts/characters.ts';
import type { StatusTone } from '#web/toolkit/status/StatusTag.tsx';

export const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Returns the most urgent state of an entry. */
export function stateOf({
  state,
  found,
  handOver,
  appraisal = null,
}: Pick<ArchiveEntry, 'state' | 'found' | 'handOver'> & Partial<Pick<ArchiveEntry, 'appraisal'>>): {
  label: string;
  tone: StatusTone;
} {
  if (state === 'destroyed') return { label: archiveStateLabel.destroyed, tone: 'neutral' };
  if (found === 'changed' || found === 'missing') return { label: archiveFindingLabel[found], tone: 'error' };
  if (state === 'failed') return { label: archiveStateLabel.failed, tone: 'error' };
  if (state === 'reopened') return { label: archiveStateLabel.reopened, tone: 'warning' };
  if (state !== 'kept') return { label: archiveStateLabel[state], tone: 'progress' };
  if (appraisal?.outcome === 'destroy')
    return { label: appraisal.destruction === null ? '拟销毁' : '待批销毁', tone: 'warning' };
  return handOver === null
    ? { label: archiveStateLabel.kept, tone: 'success' }
    : { label: handOverStateLabel[handOver.state], tone: handOver.state === 'done' ? 'neutral' : 'progress' };
}

/** Returns the result of the last check of its bytes, as text. */
export function lastCheckText({ found, version }: Pick<ArchiveEntry, 'found' | 'version'>): string {
  if (version === 0) return '—';
  return found === null ? '未校验' : archiveFindingLabel[found];
}

export function periodOf({
  period,
  prolonged = null,
}: Pick<ArchiveEntry, 'period'> & Partial<Pick<ArchiveEntry, 'prolonged'>>): string {
  return period === null ? '—' : periodText(period, prolonged);
}

/**
 * Returns the end of the retention period; 永久 has none, and an order that is not catalogued yet has an
 * unknown one.
 */
export function retainedUntilText({
  period,
  keptUntil,
  prolonged = null,
}: Pick<ArchiveEntry, 'period' | 'keptUntil'> & Partial<Pick<ArchiveEntry, 'prolonged'>>): string {
  return keptUntil ?? ((prolonged ?? period) === 'Y' ? '永久' : '—');
}

/** Breadcrumbs of the screens below the archive. */
export const archiveCrumbs = [
  { title: '业务中台', url: '/business' },
  { title: '档案', url: '/business/archive' },
] as const;

/** Returns the validation problem of a required text; undefined if it is valid. */
export function problemOfText(text: string, textIfMissing: string): string | undefined {
  if (isBlank(text)) return textIfMissing;
  const maxCharacters = archiveLimits.purposeLength;
  return countCharacters(text.trim()) > maxCharacters ? `不得超过${maxCharacters}个字符` : undefined;
}

const maxNumbers = 5;

/**
 * Returns the names of the entries of a decision, because rows selected on another page are not visible.
 */
export function namesOf(entries: readonly Pick<ArchiveEntry, 'number' | 'title'>[]): string {
  if (entries.length === 1) return `${entries[0]?.number} ${entries[0]?.title}`;
  // No line ends within a number.
  const numbers = entries
    .slice(0, maxNumbers)
    .map(({ number }) => (number ?? '—').replaceAll('-', '-\u2060'));
  const rest = entries.length > maxNumbers ? '等' : '';
  return `已选 ${entries.length} 件：${numbers.join('、')}${rest}`;
}
