/**
 * The journeys of the second shard where they run in two, each shard with a portal of its own (scripts/test.mjs); all others are
 * of the first. Written down and not dealt out while they run: who shares a portal with whom is the same every time.
 * Balanced by measured durations, of which each has about 950 s.
 */
export const ofSecondShard = [
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
  'messages-out',
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
 * The journeys of `npm test`: an office is set up, orders go their ways through several hands, every screen is
 * accessible. All others run with `npm test -- journeys`, and in CI (docs/decisions/0165).
 */
export const daily = [
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
  const names = shard === 'second' ? ofSecondShard : daily;
  const inSet = (name: string) => set !== 'daily' || daily.includes(name);
  return {
    testMatch: shard !== 'second' && set !== 'daily' ? '**/*.spec.ts' : filesOf(names.filter(inSet)),
    testIgnore: shard === 'first' ? filesOf(ofSecondShard) : [],
  };
}
