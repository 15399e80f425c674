import { beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/world/database.ts';
import { clearHits, deleteOldLimits, isBucketFull, type RateLimit, reserveHits } from './rate-limit.ts';

const { db } = await testDatabase({ max: 10 });
const noon = new Date('2026-03-02T04:00:00.000Z');
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const limit = (bucket: string, max: number): RateLimit => ({ bucket, limit: max, windowSeconds: 60 });
const hitsOf = async () =>
  Object.fromEntries(
    (await db.selectFrom('rate_limits').select(['bucket', 'hits']).execute()).map(({ bucket, hits }) => [
      bucket,
      hits,
    ]),
  );

beforeEach(async () => {
  await db.deleteFrom('rate_limits').execute();
});

describe('reservation of rate limit hits', () => {
  test('allows only the limit under concurrent calls', async () => {
    const reservations = await Promise.all(
      Array.from({ length: 60 }, () => reserveHits(db, [limit('a', 5)], noon)),
    );
    expect(reservations.filter((reservation) => reservation !== undefined)).toHaveLength(5);
  });

  test('counts in all buckets or in none', async () => {
    const both = [limit('wide', 100), limit('narrow', 2)];
    const reservations = await Promise.all(Array.from({ length: 40 }, () => reserveHits(db, both, noon)));
    expect(reservations.filter((reservation) => reservation !== undefined)).toHaveLength(2);
    expect(await hitsOf()).toEqual({ wide: 2, narrow: 2 });
  });

  test('does not deadlock when buckets are named in another order', async () => {
    const [a, b] = [limit('a', 100), limit('b', 100)];
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => reserveHits(db, index % 2 ? [a, b] : [b, a], noon)),
    );
    expect(await hitsOf()).toEqual({ a: 40, b: 40 });
  });

  test('starts again after the window of each bucket', async () => {
    const long = { ...limit('long', 1), windowSeconds: 120 };
    expect(await reserveHits(db, [limit('short', 1), long], noon)).toBeDefined();
    expect(await reserveHits(db, [limit('short', 1)], later(59))).toBeUndefined();
    expect(await reserveHits(db, [limit('short', 1)], later(60))).toBeDefined();
    expect(await reserveHits(db, [long], later(60))).toBeUndefined();
    expect(await reserveHits(db, [long], later(120))).toBeDefined();
  });

  test('starts again after a clock was far ahead, but not after a small clock difference', async () => {
    const single = limit('a', 1);
    await reserveHits(db, [single], later(86_400));
    expect(await isBucketFull(db, single, later(86_400))).toBe(true);
    expect(await isBucketFull(db, single, noon)).toBe(false);
    expect(await reserveHits(db, [single], noon)).toBeDefined();
    expect(await reserveHits(db, [single], later(1))).toBeUndefined();
    // A server whose clock is a few seconds behind does not open a new window.
    expect(await reserveHits(db, [single], later(-30))).toBeUndefined();
    expect(await isBucketFull(db, single, later(-30))).toBe(true);
    await reserveHits(db, [limit('far', 1)], later(2 * 86_400));
    await deleteOldLimits(db, later(0));
    expect(await hitsOf()).toMatchObject({ a: expect.any(Number) });
    expect(await hitsOf()).not.toHaveProperty('far');
  });

  test('can be released when the action does not count', async () => {
    const reservation = await reserveHits(db, [limit('a', 1), limit('b', 9)], noon);
    expect(await reserveHits(db, [limit('a', 1)], noon)).toBeUndefined();
    await reservation?.release();
    expect(await hitsOf()).toEqual({ a: 0, b: 0 });
    expect(await reserveHits(db, [limit('a', 1)], noon)).toBeDefined();
  });

  test('releases no hits of a later window', async () => {
    const reservation = await reserveHits(db, [limit('a', 1)], noon);
    await reserveHits(db, [limit('a', 1)], later(60));
    await reservation?.release();
    expect(await hitsOf()).toEqual({ a: 1 });
  });

  test('deletes a bucket on demand and buckets older than a day', async () => {
    await reserveHits(db, [limit('a', 1), limit('b', 1)], noon);
    await clearHits(db, ['a']);
    expect(await hitsOf()).toEqual({ b: 1 });
    await deleteOldLimits(db, later(86_401));
    expect(await hitsOf()).toEqual({});
  });
});
