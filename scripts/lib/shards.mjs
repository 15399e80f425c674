/** Memory that two portals with their databases and two browsers need beside whatever else runs. */
const leastMemory = 6 * 2 ** 30;

/**
 * Returns the names of the shards that the journeys run in side by side, each with a portal of its own; one
 * without a name where the machine has one core or little memory, or JOURNEY_SHARDS=1 says so.
 */
export function shardsOf({ JOURNEY_SHARDS, JOURNEY_LANES }, cores, memory) {
  // JOURNEY_LANES is the former name.
  const asked = JOURNEY_SHARDS ?? JOURNEY_LANES;
  const isLarge = cores >= 2 && memory >= leastMemory;
  const count = asked === undefined ? (isLarge ? 2 : 1) : Number(asked);
  return count === 2 ? ['first', 'second'] : [undefined];
}
