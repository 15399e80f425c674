/**
 * Returns the largest number of these seats that can be answered if each person answers one; a seat is given
 * as the people who may answer it.
 */
export function maxAnswerableSeats(seats: readonly (readonly string[])[]): number {
  // A seat with at least as many people as there are seats always has a free one.
  const scarce = seats.filter((people) => people.length < seats.length);
  const assigned = new Map<string, readonly string[]>();
  const assign = (people: readonly string[], tried: Set<string>): boolean =>
    people.some((staffId) => {
      if (tried.has(staffId)) return false;
      tried.add(staffId);
      const previousSeat = assigned.get(staffId);
      if (previousSeat !== undefined && !assign(previousSeat, tried)) return false;
      assigned.set(staffId, people);
      return true;
    });
  const answerable = scarce.filter((people) => assign(people, new Set()));
  return seats.length - scarce.length + answerable.length;
}
