import { join } from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { compileForm } from '#domain/forms/compile.ts';
import { validateForm } from '#domain/forms/validate.ts';
import { launchBrowser } from '../browser.ts';
import { buildPage } from '../build-page.ts';
import { benchFields, benchModel } from '../form-page/fields.ts';
import type { Benchmark, Goal, Variant } from '../measuring/case.ts';
import { blockingOf, isTask, readTrace, slowdown } from '../measuring/main-thread-tasks.ts';
import { spreadOf } from '../measuring/statistics.ts';

const sizes = [100, 500, 1500] as const;
/** The kinds of form on the page, by their names in the report. */
const kinds = { ours: 'ours', 'Ant Design by hand': 'antd', Formily: 'formily' } as const;
type Kind = (typeof kinds)[keyof typeof kinds];

const size = { width: 1366, height: 768 };
const timesOfOneFigure = 3;
/** Letters of one figure of a keystroke; the figure is the mean of one. */
const letters = 10;
const address = 'http://forms.invalid/';
const validationsOfOneFigure = 2000;

/**
 * Compares forms of 100, 500 and 1,500 fields: the portal's, one that is written by hand with Ant Design, and one
 * with Formily, whose controls are connected by hand, because it has no package for Ant Design 6 and React 19. All
 * have the same fields in the same sections, in one browser and one production build. Milliseconds are processor
 * time of the main thread until everything is painted, or until the fields in the window are and accept input, so
 * other work on this machine adds nothing. Also measures how long the portal's form blocks a page on a slow
 * processor, and the check of a form on the server.
 */
export async function openForms(
  program: string | undefined,
): Promise<{ cases: Benchmark[]; close(): Promise<void> }> {
  const html = await buildPage(join(import.meta.dirname, '..', 'form-page', 'main.tsx'));
  const browser = await launchBrowser(program);
  const page = await browser.newPage({ viewport: size });
  page.on('pageerror', (error) => console.error(error));
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(address);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cost = (call: string) => costOf(page, session, call);
  const keystroke = (call: string, count: number) => (kind: Kind) => async () => {
    await page.evaluate(`formBench.open('${kind}', ${count})`);
    await page.evaluate('formBench.mount()');
    const figure = await medianOf(async () => (await cost(call)) / (letters + 1));
    await page.evaluate('formBench.close()');
    return figure;
  };
  const typing = sizes.flatMap((count) => variantsOf(count, keystroke(`type(2, ${letters})`, count)));
  const linking = sizes.flatMap((count) => variantsOf(count, keystroke(`toggle(${letters})`, count)));
  const opening = (call: string) =>
    sizes.flatMap((count) =>
      variantsOf(
        count,
        (kind) => () =>
          medianOf(async () => {
            await page.evaluate(`formBench.open('${kind}', ${count})`);
            const figure = await cost(call);
            await page.evaluate('formBench.close()');
            return figure;
          }),
      ),
    );
  return {
    close: () => browser.close(),
    cases: [
      {
        name: 'form first screen',
        unit: 'ms',
        variants: opening('mountFirstScreen()'),
        goals: sizes.flatMap((count) => mountGoals(count, 'until the first screen accepts input')),
      },
      {
        name: 'form mount',
        unit: 'ms',
        variants: opening('mount()'),
        goals: sizes.flatMap((count) => mountGoals(count, 'until painted')),
      },
      { name: 'form keystroke', unit: 'ms', variants: typing, goals: keystrokeGoals('a keystroke') },
      {
        name: 'form linkage',
        unit: 'ms',
        variants: linking,
        goals: keystrokeGoals('a keystroke that changes five other fields'),
      },
      blockingCase(browser, page),
      validationCase(),
    ],
  };
}

const nameOf = (kind: string, count: number) => `${kind}, ${count}`;

function variantsOf(count: number, measure: (kind: Kind) => () => Promise<number>): Variant[] {
  return Object.entries(kinds).map(([name, kind]) => ({ name: nameOf(name, count), measure: measure(kind) }));
}

function mountGoals(count: number, until: string): Goal[] {
  const goal = (peer: string, atMost: number): Goal => ({
    title: `${count} fields ${until}: ours / ${peer}`,
    over: nameOf('ours', count),
    under: nameOf(peer, count),
    atMost,
  });
  return [goal('Formily', 1 / 3), goal('Ant Design by hand', 1.1)];
}

function keystrokeGoals(subject: string): Goal[] {
  const [small, , large] = sizes;
  const growth = Object.keys(kinds).map(
    (kind): Goal => ({
      title: `${subject}, ${kind}: ${large} fields / ${small} fields`,
      over: nameOf(kind, large),
      under: nameOf(kind, small),
      ...(kind === 'ours' && { atMost: 1.3 }),
    }),
  );
  const peers = sizes.flatMap((count) =>
    ['Formily', 'Ant Design by hand'].map(
      (peer): Goal => ({
        title: `${subject}, ${count} fields: ours / ${peer}`,
        over: nameOf('ours', count),
        under: nameOf(peer, count),
      }),
    ),
  );
  return [...growth, ...peers];
}

/** Measures the tasks beyond 50 ms while the portal's form of 100 fields is drawn, on a slow processor. */
function blockingCase(browser: Browser, page: Page): Benchmark {
  const variant = `TBT, processor slowed ${slowdown} ×`;
  return {
    name: 'form page',
    unit: 'ms',
    variants: [
      {
        name: variant,
        measure: () =>
          medianOf(async () => {
            await page.evaluate("formBench.open('ours', 100)");
            await browser.startTracing(page, {
              categories: ['toplevel', 'disabled-by-default-devtools.timeline'],
            });
            await page.evaluate('formBench.mount()');
            const events = readTrace(await browser.stopTracing());
            await page.evaluate('formBench.close()');
            const pages = new Set(
              events.flatMap(({ name, args, pid, tid }) =>
                name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
              ),
            );
            return blockingOf(
              events.filter((event) => isTask(event) && pages.has(`${event.pid} ${event.tid}`)),
            ).blocked;
          }),
      },
    ],
    goals: [],
    bounds: [{ title: '100 fields are drawn: TBT', variant, atMost: 200 }],
  };
}

/** Measures the check of a filled form of 500 fields, as the server does it for each submission. */
function validationCase(): Benchmark {
  const fields = benchFields(500);
  const form = compileForm(benchModel(fields));
  if (Array.isArray(form)) throw new Error(JSON.stringify(form));
  const filled = { text: '淳安县千岛湖镇', textarea: '电梯停运两周', number: 12, select: '2', radio: '1' };
  const values = Object.fromEntries(fields.map(({ id, kind }) => [id, filled[kind]]));
  const check = () => validateForm(form, values, { '*': 2 }, { now: new Date() });
  if (check().length > 0) throw new Error('The values of the form are not valid');
  return {
    name: 'form check',
    unit: 'ms',
    variants: [
      {
        name: 'one',
        measure: async () => {
          const { user } = process.cpuUsage();
          for (let index = 0; index < validationsOfOneFigure; index += 1) check();
          return (
            process.cpuUsage().user / 1000 / validationsOfOneFigure - user / 1000 / validationsOfOneFigure
          );
        },
      },
    ],
    goals: [],
    bounds: [{ title: '500 fields on the server, one core (2,000 a second)', variant: 'one', atMost: 0.5 }],
  };
}

/** Runs a call in the page; returns the milliseconds of processor time that the page's main thread needed. */
async function costOf(page: Page, session: CDPSession, call: string): Promise<number> {
  const readTaskTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const before = await readTaskTime();
  await page.evaluate(`formBench.${call}`);
  return (await readTaskTime()) - before;
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const figures: number[] = [];
  for (let index = 0; index < timesOfOneFigure; index += 1) figures.push(await measure());
  return spreadOf(figures).median;
}
