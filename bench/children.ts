/**
 * Measures child processes that read files: the first answer and the round trip of each pool, their memory at
 * work and at rest, a colleague's preview while one person has twelve hard ones, and for every pool a
 * colleague's request while one person always has eight hard ones in it. `node bench/children.ts`
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDocumentPress } from '#server/adapters/document-press/document-press.ts';
import { createConversionPool } from '#server/adapters/file-processing/conversion/conversion-pool.ts';
import { createInspector } from '#server/adapters/file-processing/inspection/inspector.ts';
import { readProcess } from '#server/modules/design/processes/read-process.ts';
import { buildDocument } from '#test/world/drawn-documents.ts';
import { bookOf, sheetOf } from '#test/world/generated-workbook.ts';

const folder = await mkdtemp(join(tmpdir(), 'banjian-children-'));
const keep = async (name: string, bytes: Uint8Array | string) => {
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
};
const book = (rows: number, columns: number) =>
  bookOf(sheetOf(`<row>${'<c><v>1</v></c>'.repeat(columns)}</row>`.repeat(rows)));
const inspector = createInspector();
const conversionPool = createConversionPool();
const press = createDocumentPress();
const csv = await keep('a.csv', '甲,乙\n1,2\n'.repeat(500));
const small = await keep('small.xlsx', book(500, 8));
const hard = await keep('hard.xlsx', book(2_000, 1_200));
const preview = (path: string, requester: string) =>
  conversionPool.make({ work: 'preview', path, format: path.endsWith('csv') ? 'csv' : 'xlsx' }, requester);

const megabytes = (pid: number | string) =>
  Math.round((Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096) / 1e6);
const childrenMb = () =>
  readdirSync(`/proc/${process.pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').split(' '))
    .filter(Boolean)
    .map(megabytes);
const timeOf = async (ask: () => Promise<unknown>) => {
  const began = performance.now();
  await ask();
  return performance.now() - began;
};
const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
const say = (text: string) => process.stdout.write(`${text}\n`);

async function measure(name: string, ask: () => Promise<unknown>): Promise<void> {
  const first = await timeOf(ask);
  const then: number[] = [];
  for (let times = 0; times < 11; times += 1) then.push(await timeOf(ask));
  say(
    `${name.padEnd(14)} first ${first.toFixed(0)} ms, then ${median(then).toFixed(1)} ms; own ${megabytes(process.pid)} MB, children ${childrenMb().join(' + ')} MB`,
  );
}

say(`at the start: own ${megabytes(process.pid)} MB`);
await measure('preview csv', () => preview(csv, 'li'));
await measure('preview xlsx', () => preview(small, 'li'));
await measure('inspection', () => inspector.inspect(small, 'li'));
await measure('documents', () => press.print(buildDocument({}), 'li'));

const quiet: number[] = [];
for (let times = 0; times < 15; times += 1) quiet.push(await timeOf(() => preview(small, 'li')));
const alone = await timeOf(() => preview(hard, 'zhang'));
const many = Promise.all(Array.from({ length: 12 }, () => preview(hard, 'zhang')));
let isOver = false;
void many.then(() => {
  isOver = true;
});
const beside: number[] = [];
while (!isOver) beside.push(await timeOf(() => preview(small, 'li')));
say(
  `a colleague's preview: quiet ${median(quiet).toFixed(1)} ms, beside twelve of ${alone.toFixed(0)} ms ${median(beside).toFixed(1)} ms (${(median(beside) / median(quiet)).toFixed(2)} ×), the longest of ${beside.length} ${Math.max(...beside).toFixed(0)} ms (quiet ${Math.max(...quiet).toFixed(0)} ms)`,
);

/** A pool with a typical request of colleagues, and one that occupies its child process for long. */
interface Starved {
  name: string;
  small(requester: string): Promise<unknown>;
  hard(requester: string): Promise<unknown>;
}

/** Keeps eight hard requests of one person in the pool while a colleague sends twenty small ones. */
async function occupyPool({ name, small: ask, hard: askHard }: Starved): Promise<void> {
  const rested: number[] = [];
  for (let times = 0; times < 20; times += 1) rested.push(await timeOf(() => ask('li')));
  const one = await timeOf(() => askHard('zhang'));
  let hasEnoughRounds = false;
  const load = Array.from({ length: 8 }, async () => {
    let times = 0;
    // Requests beyond those that may wait are refused, and sent again.
    for (; !hasEnoughRounds; times += 1) await askHard('zhang').catch(() => wait(20));
    return times;
  });
  await wait(one);
  const besides: number[] = [];
  while (besides.length < 20) besides.push(await timeOf(() => ask('li')));
  hasEnoughRounds = true;
  await Promise.all(load);
  say(
    `${name.padEnd(14)} quiet ${median(rested).toFixed(1)} ms, beside eight of ${one.toFixed(0)} ms ${median(besides).toFixed(1)} ms (${(median(besides) / median(rested)).toFixed(2)} ×), the longest ${Math.max(...besides).toFixed(0)} ms`,
  );
}

const document = (paragraphs: number) =>
  buildDocument({
    body: Array.from({ length: paragraphs }, (_, index) => ({
      kind: 'text',
      text: `${index}现答复如下。`.repeat(20),
    })),
  });
const letter = await keep('letter.pdf', (await press.print(document(1), 'li')).pdf);
const report = await keep('report.pdf', (await press.print(document(400), 'li')).pdf);
const asPdf = (path: string) => ({ path, contentType: 'application/pdf' });
const merge = (inputs: string[], requester: string) =>
  conversionPool.make(
    {
      work: 'merge',
      inputs: inputs.map(asPdf),
      outputPath: join(folder, `${requester}.pdf`),
      maxPages: 2_000,
    },
    requester,
  );
const stamp = (path: string, requester: string) =>
  conversionPool.make(
    {
      work: 'stamp',
      ...asPdf(path),
      outputPath: join(folder, `stamped-${requester}.pdf`),
      lines: ['李娜 2026-01-05'],
      maxPages: 2_000,
    },
    requester,
  );
const readPackage = (path: string, requester: string) =>
  conversionPool.make(
    {
      work: 'readPackage',
      bytes: readFileSync(path),
      maxParts: 100,
      maxBytes: 100_000_000,
      maxValues: 1_000_000,
    },
    requester,
  );
const petition = readFileSync('server/seeds/data/processes/petition-letter.bpmn', 'utf8');
const crowded = petition.replace('</bpmn:process>', `${'<bpmn:task/>'.repeat(20_000)}</bpmn:process>`);
for (const pool of [
  { name: 'preview', small: (who) => preview(small, who), hard: (who) => preview(hard, who) },
  {
    name: 'inspection',
    small: (who) => inspector.inspect(small, who),
    hard: (who) => inspector.inspect(hard, who),
  },
  { name: 'merge', small: (who) => merge([letter], who), hard: (who) => merge(Array(50).fill(report), who) },
  { name: 'stamp', small: (who) => stamp(letter, who), hard: (who) => stamp(report, who) },
  { name: 'package', small: (who) => readPackage(small, who), hard: (who) => readPackage(hard, who) },
  {
    name: 'documents',
    small: (who) => press.print(document(1), who),
    hard: (who) => press.print(document(400), who),
  },
  { name: 'process', small: (who) => readProcess(petition, who), hard: (who) => readProcess(crowded, who) },
] satisfies Starved[])
  await occupyPool(pool);
await Promise.all([inspector.stop(), conversionPool.stop(), press.stop()]);
say(`when children have ended: own ${megabytes(process.pid)} MB`);
await rm(folder, { recursive: true });
