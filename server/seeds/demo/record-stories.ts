import type { Composition } from './composition.ts';
import { feeStories, resultStories } from './fee-and-result-stories.ts';
import type { Story } from './office-actions.ts';
import { clockStories } from './permit-record-stories.ts';
import { petitionRecordStories } from './petition-record-stories.ts';
import { createRandom } from './random.ts';
import type { RecordCase } from './record-case.ts';
import { createWalk } from './walk.ts';

/**
 * Recent orders with side records, in each of their states that lasts: corrections, special procedures, payments,
 * express items, outputs, supervision letters and merged orders (docs/decisions/0086, 0232). Each story stops after its
 * last step, so that every status has an order.
 */

const day = 86_400_000;
/** The minimum number of orders for each of these cases; with fewer orders, the office gets fewer cases. */
const ordersPerCase = 10;

const cases: readonly RecordCase[] = [
  ...clockStories,
  ...feeStories,
  ...resultStories,
  ...petitionRecordStories,
];

/** Composes the stories; each begins early enough that all its steps are in the past. */
export function composeRecordStories({ seed, endsAt, orders, holidays, directory }: Composition): Story[] {
  const selected = cases.slice(0, Math.floor(orders / ordersPerCase));
  return selected.flatMap(({ compose, restDays = 0 }, index) => {
    // Numbers beyond those of all other orders, two for each case: each applicant has one.
    const number = 5 * orders + 2 * index;
    const latest = new Date(endsAt.getTime() - restDays * day);
    for (let daysAgo = 1; ; daysAgo += 1) {
      const random = createRandom(seed + number);
      const walkFrom = (from: Date) => createWalk(random, from, holidays);
      const startsAt = new Date(latest.getTime() - daysAgo * day);
      const stories = compose({ walkFrom, startsAt, number, directory });
      if (stories.every(({ steps }) => steps.every(({ at }) => at <= latest))) return stories;
    }
  });
}
