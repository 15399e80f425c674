import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import type { Context } from './context.ts';

/** Queries of one person in a minute: several for each word that is typed, and no more than a person can send. */
const queriesPerMinute = 120;
/** Queries of one person at the same time: an interface that hangs must not take the places of all others. */
const maxConcurrent = 4;
const runningOf = new Map<string, number>();

/** Asks another system for a person, whose queries of forms and rules are limited together. */
export async function askWithinLimits<Result extends object>(
  { db, now }: Pick<Context, 'db' | 'now'>,
  staffId: string,
  ask: () => Promise<Result>,
): Promise<Result | Refusal<'tooManyRequests'>> {
  const running = runningOf.get(staffId) ?? 0;
  if (running >= maxConcurrent) return refuse('tooManyRequests');
  // Counted before anything is awaited: queries that arrive together must see each other.
  runningOf.set(staffId, running + 1);
  try {
    const limit = { bucket: `form-interface:${staffId}`, limit: queriesPerMinute, windowSeconds: 60 };
    return (await reserveHits(db, [limit], now())) ? await ask() : refuse('tooManyRequests');
  } finally {
    const remaining = (runningOf.get(staffId) ?? 1) - 1;
    if (remaining > 0) runningOf.set(staffId, remaining);
    else runningOf.delete(staffId);
  }
}
