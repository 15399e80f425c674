/** Memory that two portals with their databases and two browsers need, in addition to other programs. */
const minMemory = 6 * 2 ** 30;
/** Memory that the type check of everything or a run of Vitest needs in addition to the calls that mostly wait. */
const minMemoryOfTests = 7 * 2 ** 30;

/**
 * Returns the names of the shards in which the journeys run at the same time, each with its own portal; one
 * without a name if the machine has one core or little memory, or if JOURNEY_SHARDS=1 is set.
 */
export function shardsOf({ JOURNEY_SHARDS, JOURNEY_LANES }, cores, memory) {
  // JOURNEY_LANES is the former name.
  const setting = JOURNEY_SHARDS ?? JOURNEY_LANES;
  const isLarge = cores >= 2 && memory >= minMemory;
  const count = setting === undefined ? (isLarge ? 2 : 1) : Number(setting);
  return count === 2 ? ['first', 'second'] : [undefined];
}

/** Projects of Vitest (vitest.config.ts) of the parts that have more than one. */
const projectsOf = { calls: ['calls', 'waiting'] };

/**
 * Returns the runs of Vitest for these parts, which run in parallel, each with its projects: the calls that mostly wait
 * leave the cores to all others (docs/decisions/0165). One run on a small machine, and where the tests are narrowed.
 */
export function vitestRunsOf(parts, isNarrowed, cores, memory) {
  const projects = parts.flatMap((part) => projectsOf[part] ?? [part]);
  const isLarge = cores >= 2 && memory >= minMemoryOfTests;
  if (isNarrowed || !isLarge || !parts.includes('calls')) return [{ projects }];
  return [
    { name: 'waiting', projects: ['waiting'] },
    { name: 'others', projects: projects.filter((project) => project !== 'waiting') },
  ];
}
