import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { launchBrowser } from '../browser.ts';
import { buildPage } from '../build-page.ts';
import type { Benchmark, Probe, Variant } from '../measuring/case.ts';
import { spreadOf } from '../measuring/statistics.ts';

/** The kinds of table on the page, by their names in the report. */
const kinds = {
  ours: 'ours',
  plain: 'plain',
  'plain, same appearance': 'plainWithStyles',
  'plain with our cells': 'plainWithCells',
  'ours with actions': 'oursWithActions',
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];

const size = { width: 1366, height: 768 };
const timesOfOneFigure = 5;
/** After one and a half frame times, a screen with sixty frames a second has missed one. */
const missedFrameMs = 25;
const unresponsiveMs = 50;
const address = 'http://table.invalid/';

/**
 * Compares the portal's table of 200 rows × 12 columns and check boxes with the simplest React table of the
 * same texts, in one browser and one production build: the time until it is painted, until a selection or
 * another sorting is, and the cost of a frame while scrolling. Also measures that simple table with
 * hand-written cells that look the same (a link, a tag in its box, a light), which is the alternative to the
 * portal's table, and with the portal's own cells, which separates the cost of the table from that of the
 * cells. Milliseconds are processor time of the main thread, so other work on this machine adds nothing.
 */
export async function openListTable(
  program: string | undefined,
): Promise<{ cases: Benchmark[]; close(): Promise<void> }> {
  const html = await buildPage(join(import.meta.dirname, '..', 'table-page', 'main.ts'));
  const browser = await launchBrowser(program);
  const page = await browser.newPage({ viewport: size });
  page.on('pageerror', (error) => console.error(error));
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(address);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const goals = (subject: string): Benchmark['goals'] => [
    { title: `${subject}: ours / plain, the same texts`, over: 'ours', under: 'plain', atMost: 1.2 },
    {
      title: `${subject}: ours / plain, same appearance`,
      over: 'ours',
      under: 'plain, same appearance',
      atMost: 1.2,
    },
    { title: `${subject}: ours / plain with our cells`, over: 'ours', under: 'plain with our cells' },
    { title: `${subject}: ours with actions / plain`, over: 'ours with actions', under: 'plain' },
  ];
  const cost = async (call: string) => (await run(page, session, call)).cost;
  return {
    close: () => browser.close(),
    cases: [
      {
        name: 'table mount',
        unit: 'ms',
        variants: variantsOf((kind) =>
          medianOf(async () => {
            await page.evaluate(`tableBench.open('${kind}')`);
            const figure = await cost('mount()');
            await page.evaluate('tableBench.close()');
            return figure;
          }),
        ),
        goals: goals('until it is painted'),
      },
      ...(['select', 'sort'] as const).map(
        (name): Benchmark => ({
          name: `table ${name}`,
          unit: 'ms',
          variants: variantsOf((kind) =>
            withTable(page, kind, () => medianOf((index) => cost(`${name}(${index})`))),
          ),
          goals: goals(name === 'select' ? 'one selected row' : 'all rows in another order'),
        }),
      ),
      scrollCase(page, session, goals('a frame of scrolling')),
    ],
  };
}

/**
 * Runs a call in the page; also returns the milliseconds of processor time that the page's main thread needed.
 */
async function run<Answer>(page: Page, session: CDPSession, call: string) {
  const readTaskTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const before = await readTaskTime();
  const answer = (await page.evaluate(`tableBench.${call}`)) as Answer;
  return { answer, cost: (await readTaskTime()) - before };
}

async function medianOf(measure: (index: number) => Promise<number>): Promise<number> {
  const figures: number[] = [];
  for (let index = 0; index < timesOfOneFigure; index += 1) figures.push(await measure(index));
  return spreadOf(figures).median;
}

async function withTable<Result>(page: Page, kind: Kind, use: () => Promise<Result>): Promise<Result> {
  await page.evaluate(`tableBench.open('${kind}')`);
  await page.evaluate('tableBench.mount()');
  const result = await use();
  await page.evaluate('tableBench.close()');
  return result;
}

function variantsOf(measure: (kind: Kind) => Promise<number>): Variant[] {
  return Object.entries(kinds).map(([name, kind]) => ({ name, measure: () => measure(kind) }));
}

function scrollCase(page: Page, session: CDPSession, goals: Benchmark['goals']): Benchmark {
  const frames = (thresholdMs: number, kind: Kind): Probe & { kind: Kind; thresholdMs: number } => ({
    title: `frames of a scroll longer than ${thresholdMs} ms, ${kind}`,
    unit: '',
    values: [],
    kind,
    thresholdMs,
  });
  const probes = [
    frames(missedFrameMs, 'ours'),
    frames(missedFrameMs, 'plain'),
    frames(unresponsiveMs, 'ours'),
    frames(unresponsiveMs, 'plain'),
  ];
  return {
    name: 'table scroll',
    unit: 'ms',
    variants: variantsOf((kind) =>
      withTable(page, kind, async () => {
        const { answer: gaps, cost } = await run<number[]>(page, session, 'scroll()');
        for (const probe of probes)
          if (probe.kind === kind) probe.values.push(gaps.filter((gap) => gap > probe.thresholdMs).length);
        return cost / (gaps.length + 1);
      }),
    ),
    goals,
    probes,
  };
}
