import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { createThrottledLog } from './throttled-log.ts';

test('equal log lines are written once a minute with their count, and all at level debug', () => {
  let now = 0;
  const linesAtLevel = (level: 'warn' | 'debug') => {
    const lines: { message: string; requestId: number; sinceTheLastLine?: number }[] = [];
    const log = createThrottledLog(
      createLog(level, (line) => lines.push(JSON.parse(line))),
      () => now,
    );
    now = 0;
    for (let requestId = 0; requestId < 100; requestId += 1) log.error({ requestId }, 'The disk is full');
    log.warn({ requestId: 100 }, 'The database is unavailable');
    now = 60_000;
    log.error({ requestId: 101 }, 'The disk is full');
    log.error({ requestId: 102 }, 'The disk is full');
    return lines;
  };
  expect(linesAtLevel('warn')).toMatchObject([
    { message: 'The disk is full', requestId: 0 },
    { message: 'The database is unavailable', requestId: 100 },
    { message: 'The disk is full', requestId: 101, sinceTheLastLine: 99 },
  ]);
  expect(linesAtLevel('debug')).toHaveLength(103);
});
