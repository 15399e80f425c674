import { describe, expect, test } from 'vitest';
import { mutants } from './mutants.ts';
import { tryMutant, withMutant } from './try-mutant.ts';

/** `npm run model -- --mutants` tries all of them. */
const firstMutants = [
  'a parallel join continues with the first token',
  'a token freed from a join is not restored',
];

describe('the oracle against planted errors of the core', () => {
  test('there are at least twenty mutants, each at one place of the core', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(20);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    for (const mutant of mutants) expect(withMutant(mutant)).toContain(mutant.replacement);
  });

  test.each(mutants.filter(({ name }) => firstMutants.includes(name)))('it finds: $name', async (mutant) => {
    expect(await tryMutant(mutant, 1, 3000)).not.toBeNull();
  });
});
