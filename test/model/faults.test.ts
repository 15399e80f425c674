import { describe, expect, test } from 'vitest';
import { faults } from './faults.ts';
import { tryFault, withFault } from './try-fault.ts';

/** `npm run model -- --faults` tries all of them. */
const firstFaults = [
  'a parallel join goes on with the first token',
  'a token freed from a join is forgotten',
];

describe('the oracle against planted faults of the core', () => {
  test('there are at least twenty faults, each at one place of the core', () => {
    expect(faults.length).toBeGreaterThanOrEqual(20);
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    for (const fault of faults) expect(withFault(fault)).toContain(fault.instead);
  });

  test.each(faults.filter(({ name }) => firstFaults.includes(name)))('it finds: $name', async (fault) => {
    expect(await tryFault(fault, 1, 3000)).not.toBeNull();
  });
});
