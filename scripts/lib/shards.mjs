/** Memory that two portals with their databases and two browsers need, in addition to other programs. */
const leastMemory = 6 * 2 ** 30;

/**
 * Returns the names of the shards in which the journeys run at the same time, each with its own portal; one
 * without a name if the machine has one core or little memory, or if JOURNEY_SHARDS=1 is set.
 */
export function shardsOf({ JOURNEY_SHARDS, JOURNEY_LANES }, cores, memory) {
  // JOURNEY_LANES is the former name.
  const asked = JOURNEY_SHARDS ?? JOURNEY_LANES;
  const isLarge = cores >= 2 && memory >= leastMemory;
  const count = asked === undefined ? (isLarge ? 2 : 1) : Number(asked);
  return count === 2 ? ['first', 'second'] : [undefined];
}
