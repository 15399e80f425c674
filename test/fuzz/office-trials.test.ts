import { expect, test } from 'vitest';
import { testOffice } from '#test/world/office.ts';
import { randomCases } from '#test/world/random-cases.ts';
import { nameOf, officeMutations } from './office-mutations.ts';
import { runOfficeTrials } from './office-trials.ts';

const office = await testOffice();
/**
 * Run more of them manually: `OFFICE_TRIALS=2000 OFFICE_SEED=7 npm test -- calls
 * test/fuzz/office-trials.test.ts`.
 */
const count = Number(process.env.OFFICE_TRIALS ?? randomCases(40));
const seed = Number(process.env.OFFICE_SEED ?? 1);

test(
  'random imports are found again in the export, and refused ones change nothing',
  async () => {
    const {
      accepted,
      refused,
      mutationCounts: made,
      failures,
    } = await runOfficeTrials(office, { seed, count });
    expect(failures).toEqual([]);
    expect(accepted).toBeGreaterThan(count / 5);
    expect(refused).toBeGreaterThan(count / 5);
    // A change that can never be made tests nothing.
    const unmade = officeMutations.map(nameOf).filter((name) => !made.has(name));
    if (count >= 500) expect(unmade).toEqual([]);
  },
  60_000 + count * 6_000,
);
