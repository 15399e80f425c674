import type { CoreFigures } from '../cases/decision.ts';
import type { DocumentFigures } from '../cases/documents.ts';
import type { PageWeight } from '../cases/page-weight.ts';
import { publishedPeerKilobytes } from '../cases/page-weight.ts';
import type { Benchmark, Figures, Goal, Probe } from '../measuring/case.ts';
import { pairedRatio, type Spread, spreadOf } from '../measuring/statistics.ts';

/** One line of the table and of result.json. */
export interface ResultRow {
  case: string;
  comparison: string;
  /** Medians of all rounds with their unit. */
  over: string;
  under: string;
  ratio: Spread;
  goal: string;
  verdict: 'meets' | 'misses' | '';
}

export function rowsOf(benchmark: Benchmark, figures: Figures): ResultRow[] {
  const probes = (benchmark.probes ?? []).map((probe) => probeRow(benchmark.name, probe));
  const ratios = benchmark.goals.map((goal): ResultRow => {
    const over = figures[goal.over] ?? [];
    const under = figures[goal.under] ?? [];
    const ratio = pairedRatio(over, under);
    const medianText = (values: number[]) => `${formatNumber(spreadOf(values).median)} ${benchmark.unit}`;
    return {
      case: benchmark.name,
      comparison: goal.title,
      over: medianText(over),
      under: medianText(under),
      ratio,
      goal: goalText(goal),
      verdict: verdictOf(goal, ratio.median),
    };
  });
  const bounds = (benchmark.bounds ?? []).map(({ title, variant, atMost }): ResultRow => {
    const spread = spreadOf(figures[variant] ?? []);
    return {
      case: benchmark.name,
      comparison: title,
      over: `${formatNumber(spread.median)} ${benchmark.unit}`,
      under: '',
      ratio: spread,
      goal: goalText({ atMost }),
      verdict: verdictOf({ atMost }, spread.median),
    };
  });
  return [...ratios, ...bounds, ...probes];
}

/** Returns the row of a probe, whose values are not compared with another variant. */
function probeRow(name: string, { title, unit, atMost, values }: Probe): ResultRow {
  const ratio = spreadOf(values);
  const over = `${formatNumber(ratio.median)} ${unit}`.trim();
  const bound = atMost === undefined ? {} : { atMost };
  return {
    case: name,
    comparison: title,
    over,
    under: '',
    ratio,
    goal: goalText(bound),
    verdict: verdictOf(bound, ratio.median),
  };
}

function goalText({ atLeast, atMost }: Pick<Goal, 'atLeast' | 'atMost'>): string {
  if (atLeast !== undefined) return `≥ ${formatNumber(atLeast)}`;
  return atMost === undefined ? '' : `≤ ${formatNumber(atMost)}`;
}

function verdictOf(
  { atLeast, atMost }: Pick<Goal, 'atLeast' | 'atMost'>,
  ratio: number,
): ResultRow['verdict'] {
  if (atLeast === undefined && atMost === undefined) return '';
  const meets = (atLeast === undefined || ratio >= atLeast) && (atMost === undefined || ratio <= atMost);
  return meets ? 'meets' : 'misses';
}

export function weightRow({ page, files, kilobytes, goalKilobytes }: PageWeight): ResultRow {
  const ratio = kilobytes / publishedPeerKilobytes;
  return {
    case: 'page-weight',
    comparison: `${page}, ${files} files / yudao login (published, not run)`,
    over: `${formatNumber(kilobytes)} kB`,
    under: `${publishedPeerKilobytes} kB`,
    ratio: { median: ratio, min: ratio, max: ratio },
    goal: `≤ ${formatNumber(goalKilobytes)} kB`,
    verdict: kilobytes <= goalKilobytes ? 'meets' : 'misses',
  };
}

export function coreRows({ times, stateBytes, maxStateBytes }: CoreFigures): ResultRow[] {
  const rows = times.map(({ title, over, under, atMost }): ResultRow => {
    const ratio = pairedRatio(over, under);
    const medianText = (values: number[]) => `${formatNumber(spreadOf(values).median)} µs`;
    const isTimeLimit = 'microseconds' in atMost;
    const meets = isTimeLimit ? spreadOf(over).median <= atMost.microseconds : ratio.median <= atMost.ratio;
    return {
      case: 'core',
      comparison: title,
      over: medianText(over),
      under: medianText(under),
      ratio,
      goal: isTimeLimit ? `≤ ${formatNumber(atMost.microseconds)} µs` : `≤ ${formatNumber(atMost.ratio)}`,
      verdict: meets ? 'meets' : 'misses',
    };
  });
  const ratio = stateBytes / maxStateBytes;
  const kilobytes = (bytes: number) => `${formatNumber(bytes / 1000)} kB`;
  return [
    ...rows,
    {
      case: 'core',
      comparison: 'stored state, 1,000 visits / its bound',
      over: kilobytes(stateBytes),
      under: kilobytes(maxStateBytes),
      ratio: { median: ratio, min: ratio, max: ratio },
      goal: `≤ ${kilobytes(maxStateBytes)}`,
      verdict: ratio <= 1 ? 'meets' : 'misses',
    },
  ];
}

/** Formats three significant digits, with separated thousands. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

const columns = ['case', 'comparison', 'ours', 'against', 'ratio [min–max]', 'goal', 'verdict'];

export function tableText(rows: readonly ResultRow[]): string {
  const cells = rows.map(({ case: name, comparison, over, under, ratio, goal, verdict }) => [
    name,
    comparison,
    over,
    under,
    `${formatNumber(ratio.median)} [${formatNumber(ratio.min)}–${formatNumber(ratio.max)}]`,
    goal,
    verdict,
  ]);
  const widths = columns.map((title, index) =>
    Math.max(width(title), ...cells.map((row) => width(row[index] ?? ''))),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, index) => cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - width(cell)))).join('  ');
  return [line(columns), line(widths.map((size) => '─'.repeat(size))), ...cells.map(line)].join('\n');
}

/** Returns the width in a terminal: a Chinese character takes two columns. */
function width(text: string): number {
  return [...text].reduce(
    (sum, character) => sum + (/[\u1100-\u115f\u2e80-\uffe6]/.test(character) ? 2 : 1),
    0,
  );
}

/**
 * Returns rows for documents per second compared with a bare page of the engine, and for the growth of its
 * process.
 */
export function documentRows({
  drawingRates,
  completeRates,
  engineRates,
  memory,
}: DocumentFigures): ResultRow[] {
  const row = (comparison: string, over: readonly number[]): ResultRow => ({
    case: 'documents',
    comparison,
    over: `${formatNumber(spreadOf([...over]).median)} documents/s`,
    under: `${formatNumber(spreadOf(engineRates).median)} pages/s`,
    ratio: pairedRatio([...over], engineRates),
    goal: '',
    verdict: '',
  });
  const [first] = memory;
  return [
    row('replies of two pages, compared with a bare page of the engine', drawingRates),
    row('the same with text document and demo seal', completeRates),
    ...memory.map(
      ({ documents, megabytes }): ResultRow => ({
        case: 'documents',
        comparison: `memory of the drawing process after ${documents}`,
        over: `${megabytes} MB`,
        under: `${first?.megabytes ?? 0} MB after ${first?.documents ?? 0}`,
        ratio: spreadOf([megabytes / (first?.megabytes ?? 1)]),
        goal: '',
        verdict: '',
      }),
    ),
  ];
}
