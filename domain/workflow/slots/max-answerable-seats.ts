/**
 * Returns the largest number of these seats that can be answered if each person answers one; a seat is given
 * as the people who may answer it.
 */
export function maxAnswerableSeats(seats: readonly (readonly string[])[]): number {
  // A seat with at least as many people as there are seats always has a free one.
  const scarce = seats.filter((people) => people.length < seats.length);
  const assigned = new Map<string, readonly string[]>();
  const place = (people: readonly string[], tried: Set<string>): boolean =>
    people.some((one) => {
      if (tried.has(one)) return false;
      tried.add(one);
      const before = assigned.get(one);
      if (before !== undefined && !place(before, tried)) return false;
      assigned.set(one, people);
      return true;
    });
  const placed = scarce.filter((people) => place(people, new Set()));
  return seats.length - scarce.length + placed.length;
}
