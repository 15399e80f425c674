import { describe, expect, test } from 'vitest';
import { pairsToSearch } from './similar-orders.queries.ts';

const counts = (ordersOf: Record<string, number>) => ({
  ordersOf: new Map(Object.entries(ordersOf)),
  total: 1_000_000,
});

describe('the pairs by which similar petitions are searched (docs/decisions/0234)', () => {
  test('are the rare ones, up to enough orders; all are compared afterwards', () => {
    const { rarest, orders, all } = pairsToSearch(
      ['常见', '少见', '罕见', '更多'],
      counts({ 常见: 40_000, 少见: 1_500, 罕见: 600, 更多: 45_000 }),
    );
    expect(rarest).toEqual(['罕见', '少见']);
    expect(orders).toBe(2_100);
    expect(all).toEqual(['罕见', '少见', '常见', '更多']);
  });

  test('are one common pair if there is nothing rarer, so that the search stays small', () => {
    expect(pairsToSearch(['常见', '更多'], counts({ 常见: 40_000, 更多: 45_000 })).rarest).toEqual(['常见']);
    expect(pairsToSearch([], counts({})).rarest).toEqual([]);
  });

  test('are at most sixty of a long text', () => {
    const pairs = Array.from({ length: 2_000 }, (_, index) => `字${index}`);
    expect(pairsToSearch(pairs, counts({})).all).toHaveLength(60);
  });
});
