/**
 * Measures child processes that read files: the first answer and the round trip of each pool, what they hold of memory at work and at
 * rest, and a colleague's preview beside twelve hard ones of one person. `node bench/children.ts`
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInspector } from '#server/files/inspection/inspector.ts';
import { createWorkshop } from '#server/files/workshop/workshop.ts';
import { createPaperPress } from '#server/typesetting/paper-press.ts';
import { buildPaper } from '#test/world/drawn-papers.ts';
import { bookOf, sheetOf } from '#test/world/made-workbook.ts';

const folder = await mkdtemp(join(tmpdir(), 'banjian-children-'));
const keep = async (name: string, bytes: Uint8Array | string) => {
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
};
const book = (rows: number, columns: number) =>
  bookOf(sheetOf(`<row>${'<c><v>1</v></c>'.repeat(columns)}</row>`.repeat(rows)));
const inspector = createInspector();
const workshop = createWorkshop();
const press = createPaperPress();
const csv = await keep('a.csv', '甲,乙\n1,2\n'.repeat(500));
const small = await keep('small.xlsx', book(500, 8));
const hard = await keep('hard.xlsx', book(2_000, 1_200));
const preview = (path: string, asker: string) =>
  workshop.make({ work: 'preview', path, format: path.endsWith('csv') ? 'csv' : 'xlsx' }, asker);

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
await measure('documents', () => press.print(buildPaper({}), 'li'));

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
await Promise.all([inspector.stop(), workshop.stop(), press.stop()]);
say(`when children have ended: own ${megabytes(process.pid)} MB`);
await rm(folder, { recursive: true });
