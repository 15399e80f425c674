/**
 * Measures child processes that read files: the first answer and the round trip of each pool; their memory
 * while they work and when they are idle; a colleague's preview while one person has sent twelve large
 * spreadsheets; and for every pool a colleague's request while eight expensive requests of one person are in it.
 * `node bench/children.ts`
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
import { sheetOf, workbookOf } from '#test/world/generated-workbook.ts';

const folder = await mkdtemp(join(tmpdir(), 'banjian-children-'));
const writeTemporary = async (name: string, bytes: Uint8Array | string) => {
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
};
const book = (rows: number, columns: number) =>
  workbookOf(sheetOf(`<row>${'<c><v>1</v></c>'.repeat(columns)}</row>`.repeat(rows)));
const inspector = createInspector();
const conversionPool = createConversionPool();
const press = createDocumentPress();
const csv = await writeTemporary('a.csv', '甲,乙\n1,2\n'.repeat(500));
const small = await writeTemporary('small.xlsx', book(500, 8));
const hard = await writeTemporary('hard.xlsx', book(2_000, 1_200));
const preview = (path: string, requester: string) =>
  conversionPool.make({ work: 'preview', path, format: path.endsWith('csv') ? 'csv' : 'xlsx' }, requester);

const megabytes = (pid: number | string) =>
  Math.round((Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096) / 1e6);
const childrenMb = () =>
  readdirSync(`/proc/${process.pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').split(' '))
    .filter(Boolean)
    .map(megabytes);
const timeOf = async (request: () => Promise<unknown>) => {
  const startTime = performance.now();
  await request();
  return performance.now() - startTime;
};
const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
const print = (text: string) => process.stdout.write(`${text}\n`);

async function measure(name: string, request: () => Promise<unknown>): Promise<void> {
  const first = await timeOf(request);
  const laterTimes: number[] = [];
  for (let times = 0; times < 11; times += 1) laterTimes.push(await timeOf(request));
  print(
    `${name.padEnd(14)} first ${first.toFixed(0)} ms, then ${median(laterTimes).toFixed(1)} ms; own ${megabytes(process.pid)} MB, children ${childrenMb().join(' + ')} MB`,
  );
}

print(`at the start: own ${megabytes(process.pid)} MB`);
await measure('preview csv', () => preview(csv, 'li'));
await measure('preview xlsx', () => preview(small, 'li'));
await measure('inspection', () => inspector.inspect(small, 'li'));
await measure('documents', () => press.print(buildDocument({}), 'li'));

const quietTimes: number[] = [];
for (let times = 0; times < 15; times += 1) quietTimes.push(await timeOf(() => preview(small, 'li')));
const hardTime = await timeOf(() => preview(hard, 'zhang'));
const many = Promise.all(Array.from({ length: 12 }, () => preview(hard, 'zhang')));
let isOver = false;
void many.then(() => {
  isOver = true;
});
const loadedTimes: number[] = [];
while (!isOver) loadedTimes.push(await timeOf(() => preview(small, 'li')));
print(
  `a colleague's preview: quiet ${median(quietTimes).toFixed(1)} ms, while twelve run of ${hardTime.toFixed(0)} ms ${median(loadedTimes).toFixed(1)} ms (${(median(loadedTimes) / median(quietTimes)).toFixed(2)} ×), the longest of ${loadedTimes.length} ${Math.max(...loadedTimes).toFixed(0)} ms (quiet ${Math.max(...quietTimes).toFixed(0)} ms)`,
);

/** A pool with a typical request of colleagues, and one that occupies its child process for long. */
interface PoolCase {
  name: string;
  small(requester: string): Promise<unknown>;
  hard(requester: string): Promise<unknown>;
}

/** Keeps eight hard requests of one person in the pool while a colleague sends twenty small ones. */
async function occupyPool({ name, small: request, hard: requestHard }: PoolCase): Promise<void> {
  const quietTimes: number[] = [];
  for (let times = 0; times < 20; times += 1) quietTimes.push(await timeOf(() => request('li')));
  const hardTime = await timeOf(() => requestHard('zhang'));
  let hasEnoughRounds = false;
  const load = Array.from({ length: 8 }, async () => {
    let times = 0;
    // Requests beyond those that may wait are refused, and sent again.
    for (; !hasEnoughRounds; times += 1) await requestHard('zhang').catch(() => wait(20));
    return times;
  });
  await wait(hardTime);
  const loadedTimes: number[] = [];
  while (loadedTimes.length < 20) loadedTimes.push(await timeOf(() => request('li')));
  hasEnoughRounds = true;
  await Promise.all(load);
  print(
    `${name.padEnd(14)} quiet ${median(quietTimes).toFixed(1)} ms, while eight run of ${hardTime.toFixed(0)} ms ${median(loadedTimes).toFixed(1)} ms (${(median(loadedTimes) / median(quietTimes)).toFixed(2)} ×), the longest ${Math.max(...loadedTimes).toFixed(0)} ms`,
  );
}

const document = (paragraphs: number) =>
  buildDocument({
    body: Array.from({ length: paragraphs }, (_, index) => ({
      kind: 'text',
      text: `${index}现答复如下。`.repeat(20),
    })),
  });
const letter = await writeTemporary('letter.pdf', (await press.print(document(1), 'li')).pdf);
const report = await writeTemporary('report.pdf', (await press.print(document(400), 'li')).pdf);
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
const addWatermark = (path: string, requester: string) =>
  conversionPool.make(
    {
      work: 'watermark',
      ...asPdf(path),
      outputPath: join(folder, `stamped-${requester}.pdf`),
      lines: ['李娜 2026-01-05'],
      maxPages: 2_000,
    },
    requester,
  );
const readBundle = (path: string, requester: string) =>
  conversionPool.make(
    {
      work: 'readBundle',
      bytes: readFileSync(path),
      maxParts: 100,
      maxBytes: 100_000_000,
      maxValues: 1_000_000,
    },
    requester,
  );
const petition = readFileSync('server/seeds/data/processes/petition-letter.bpmn', 'utf8');
const largeProcess = petition.replace('</bpmn:process>', `${'<bpmn:task/>'.repeat(20_000)}</bpmn:process>`);
for (const pool of [
  {
    name: 'preview',
    small: (requester) => preview(small, requester),
    hard: (requester) => preview(hard, requester),
  },
  {
    name: 'inspection',
    small: (requester) => inspector.inspect(small, requester),
    hard: (requester) => inspector.inspect(hard, requester),
  },
  {
    name: 'merge',
    small: (requester) => merge([letter], requester),
    hard: (requester) => merge(Array(50).fill(report), requester),
  },
  {
    name: 'watermark',
    small: (requester) => addWatermark(letter, requester),
    hard: (requester) => addWatermark(report, requester),
  },
  {
    name: 'bundle',
    small: (requester) => readBundle(small, requester),
    hard: (requester) => readBundle(hard, requester),
  },
  {
    name: 'documents',
    small: (requester) => press.print(document(1), requester),
    hard: (requester) => press.print(document(400), requester),
  },
  {
    name: 'process',
    small: (requester) => readProcess(petition, requester),
    hard: (requester) => readProcess(largeProcess, requester),
  },
] satisfies PoolCase[])
  await occupyPool(pool);
await Promise.all([inspector.stop(), conversionPool.stop(), press.stop()]);
print(`when children have ended: own ${megabytes(process.pid)} MB`);
await rm(folder, { recursive: true });
