import type { SeededPerson } from '../office.ts';

/** Directory of the demo's people, for the stories. */
export interface StaffDirectory {
  orgNameOf(account: string): string;
  /** Returns the organisation of a person, as a form contains it. */
  unitOf(account: string): { id: string; name: string };
  /** Returns the candidate key for exactly this person. */
  keyOf(account: string): string;
}

export function createStaffDirectory(
  staff: readonly SeededPerson[],
  organisations: readonly { id: string; name: string }[],
): StaffDirectory {
  function personOf(account: string): SeededPerson {
    const person = staff.find((row) => row.account === account);
    if (!person) throw new Error(`No person of the demo office has the account ${account}`);
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
