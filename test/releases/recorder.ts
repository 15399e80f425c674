/**
 * Loaded before the API tests by `npm run record-release`: records the texts of the portal's database
 * statements, without their values. Omits statements of the tests themselves, because no release sends them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import pg from 'pg';
import { ownerFiles, passThroughFiles, shapeOf } from './statements.ts';

const root = join(import.meta.dirname, '..', '..');
const maxFrames = 60;

const { RECORD_STATEMENTS: folder = '' } = process.env;
const file = join(folder, `${process.pid}-${threadId}.jsonl`);
const seen = new Set<string>();
const mark = Symbol.for('banjian.statements-are-recorded');

/** The test that uses a pool: the pool lends a connection later, when the call stack no longer shows it. */
const senderOfPoolQuery = new AsyncLocalStorage<string>();

/** Returns the file of the project closest to the statement, except those that it only passes through. */
function findSender(): string {
  const previousLimit = Error.stackTraceLimit;
  Error.stackTraceLimit = maxFrames;
  const stack = new Error().stack ?? '';
  Error.stackTraceLimit = previousLimit;
  for (const [, path = ''] of stack.matchAll(/(?:file:\/\/)?(\/[^\s():]+\.ts):\d+/g)) {
    if (!path.startsWith(root) || path.includes('/node_modules/')) continue;
    const projectPath = path.slice(root.length + 1);
    if (projectPath !== 'test/releases/recorder.ts' && !passThroughFiles.includes(projectPath))
      return projectPath;
  }
  return '';
}

function record(config: unknown): void {
  const text = typeof config === 'string' ? config : (config as { text?: unknown } | null)?.text;
  if (typeof text !== 'string') return;
  const shape = shapeOf(text);
  if (shape === undefined || seen.has(shape)) return;
  const asking = senderOfPoolQuery.getStore() ?? findSender();
  if (!asking.startsWith('server/') || asking.endsWith('.test.ts') || ownerFiles.includes(asking)) return;
  seen.add(shape);
  appendFileSync(file, `${JSON.stringify({ text, asking })}\n`);
}

type Queryable = Record<symbol, boolean> & { query(...args: unknown[]): unknown };
const client = pg.Client.prototype as unknown as Queryable;
const pool = pg.Pool.prototype as unknown as Queryable;
// Each test file sets this up again, in the same process.
if (!client[mark]) {
  client[mark] = true;
  const originalQuery = client.query;
  client.query = function (...args) {
    record(args[0]);
    return originalQuery.apply(this, args);
  };
  const originalPoolQuery = pool.query;
  pool.query = function (...args) {
    return senderOfPoolQuery.run(findSender(), () => originalPoolQuery.apply(this, args));
  };
}
