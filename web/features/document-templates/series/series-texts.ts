import type { DocumentSeries } from '#contract/document-templates.ts';

/**
 * Returns the number of the next document in a series: the smallest free one, else the one after the
 * greatest.
 */
export function nextOf({ free, last }: Pick<DocumentSeries, 'free' | 'last'>): number {
  return free[0] ?? last + 1;
}

/** Returns the text about the last number of a series; a start number that was only set is not the number of a
 * document. */
export function lastText({ last, begun, used }: DocumentSeries): string {
  if (begun) return used < last ? `${used} 号，之后从 ${last + 1} 号起编` : `${last} 号`;
  return last === 0 ? '尚未编号' : `从 ${last + 1} 号起编，尚未编号`;
}

/** Numbers of the years before and after this one that can be chosen, besides those with numbers. */
const yearsAround = { before: 4, after: 1 };

/** Returns the years to choose from, the latest first. */
export function yearsOf(rows: readonly DocumentSeries[], thisYear: number): number[] {
  const { before, after } = yearsAround;
  const nearYears = Array.from({ length: before + after + 1 }, (_, index) => thisYear + after - index);
  return [...new Set([...nearYears, ...rows.map(({ year }) => year)])].sort((a, b) => b - a);
}

/** Returns the series of a year: those that have begun, and those that current templates use and that can begin. */
export function seriesOf(rows: readonly DocumentSeries[], year: number): DocumentSeries[] {
  const ownSeries = rows.filter((row) => row.year === year);
  const knownKeys = new Set(ownSeries.map(({ orgId, name }) => `${orgId} ${name}`));
  const missingSeries = rows.flatMap((row) => {
    const key = `${row.orgId} ${row.name}`;
    if (row.papers.length === 0 || knownKeys.has(key)) return [];
    knownKeys.add(key);
    return [{ ...row, year, last: 0, begun: false, used: 0, free: [] }];
  });
  return [...ownSeries, ...missingSeries];
}

/** Number of free numbers shown in a row of the list. */
const maxVisible = 3;

/** Lists the free numbers; only the first of them if there are many. */
export function freeText(free: readonly number[], limit = maxVisible): string {
  if (free.length === 0) return '无';
  const numbers = free.slice(0, limit).join('、');
  return free.length > limit ? `${numbers} 等 ${free.length} 个` : numbers;
}
