import type { SeededPerson } from '../office.ts';

/** The facts of the demo's people that the stories use. */
export interface StoryDesk {
  orgNameOf(account: string): string;
  /** The organisation of a person, as a form names it. */
  unitOf(account: string): { id: string; name: string };
  /** Candidate key that names this very person. */
  keyOf(account: string): string;
}

export function createStoryDesk(
  staff: readonly SeededPerson[],
  organisations: readonly { id: string; name: string }[],
): StoryDesk {
  function personOf(account: string): SeededPerson {
    const person = staff.find((row) => row.account === account);
    if (!person) throw new Error(`Nobody of the demo office has the account ${account}`);
    return person;
  }
  function unitOf(account: string): { id: string; name: string } {
    const { orgId } = personOf(account);
    return { id: orgId, name: organisations.find(({ id }) => id === orgId)?.name ?? orgId };
  }
  return {
    orgNameOf: (account) => unitOf(account).name,
    unitOf,
    keyOf: (account) => `staff:${personOf(account).id}`,
  };
}
