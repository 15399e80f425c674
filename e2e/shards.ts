/**
 * The journeys of the second shard, if the journeys run in two shards, each with its own portal (scripts/test.mjs); all others
 * belong to the first. A fixed list, so that the same journeys always share a portal. Balanced by measured durations:
 * about 950 s in each shard.
 */
export const secondShardJourneys = [
  'archive-from-disk',
  'clerk-to-archive',
  'copy-and-urge',
  'countersign',
  'double-click',
  'draft',
  'elder-theme',
  'export-of-thousands',
  'filter-cascade',
  'first-order',
  'keep-alive-list',
  'large-upload',
  'lock-out',
  'outbound-messages',
  'page-weight',
  'pickers',
  'recall-and-resubmit',
  'routes',
  'saved-view',
  'sign-out',
  'substitutes-and-hand-overs',
  'third-party-form',
  'tour',
  'unified-login',
  'windows',
];

/**
 * The journeys of `npm test`: an office is set up, orders are handled by several people, every screen is
 * accessible. All others run with `npm test -- journeys`, and in CI (docs/decisions/0165).
 */
export const dailyJourneys = [
  'clerk-to-archive',
  'countersign',
  'double-click',
  'draft',
  'first-order',
  'recall-and-resubmit',
  'screens',
  'sign-out',
  'signers-and-delegates',
  'todo-tabs',
  'two-tasks',
];

const filesOf = (names: readonly string[]) => names.map((name) => `**/${name}.spec.ts`);

/** Returns which journeys Playwright runs: those of a set (`daily`, or all), and of a shard (`first`, `second`, or both). */
export function selectJourneys(set: string | undefined, shard: string | undefined) {
  const ofSet = set === 'daily' ? filesOf(dailyJourneys) : '**/*.spec.ts';
  const ofShard = secondShardJourneys.filter((name) => set !== 'daily' || dailyJourneys.includes(name));
  return {
    testMatch: shard === 'second' ? filesOf(ofShard) : ofSet,
    testIgnore: shard === 'first' ? filesOf(secondShardJourneys) : [],
  };
}
