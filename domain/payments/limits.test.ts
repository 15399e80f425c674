import { expect, it } from 'vitest';
import { nextAttemptAt, queryTable, refundQueryTable } from './limits.ts';

const from = new Date('2026-03-02T02:00:00.000Z');
const minutesOf = (table: typeof queryTable | typeof refundQueryTable, attempts: number) =>
  Array.from(
    { length: attempts },
    (_, attempt) => (nextAttemptAt(table, attempt, from).getTime() - from.getTime()) / 60_000,
  );

it('the gateway is asked after 1, 5, 10 and 30 minutes, then every hour (P5)', () => {
  expect(minutesOf(queryTable, 7)).toEqual([1, 5, 10, 30, 90, 150, 210]);
});

it('the gateway is asked for a refund more and more rarely, without an end (P14)', () => {
  expect(minutesOf(refundQueryTable, 9)).toEqual([1, 5, 10, 30, 60, 180, 540, 900, 1260]);
});
