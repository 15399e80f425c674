import { listLimits } from './limits.ts';

/** Result of a click on 导出. */
export type ExportDecision =
  | { kind: 'export'; rows: number }
  | { kind: 'confirm'; rows: number; message: string }
  | { kind: 'refuse'; message: string }
  | { kind: 'nothing'; message: string };

const exportMessage = {
  tooMany: '当前需导出的数据已超过一万条，为了提供更好的数据导出性能体验，请缩小导出范围。',
  nothing: '没有可导出的数据',
} as const;

/** Returns the question before an export that contains only part of the rows. */
function exportConfirmation(max: number): string {
  return `每次最多只能导出${max}条，是否继续？`;
}

/**
 * Decides an export: up to 10,000 rows are exported; more are refused, or, if the list allows it, the first
 * 10,000 are exported after a confirmation (S0 §5, S2 §8).
 */
export function decideExport(total: number, options: { mayTruncate: boolean; max?: number }): ExportDecision {
  const max = options.max ?? listLimits.maxExportRows;
  if (total <= 0) return { kind: 'nothing', message: exportMessage.nothing };
  if (total <= max) return { kind: 'export', rows: total };
  if (!options.mayTruncate) return { kind: 'refuse', message: exportMessage.tooMany };
  return { kind: 'confirm', rows: max, message: exportConfirmation(max) };
}
