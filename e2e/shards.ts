/**
 * The journeys of the second shard where they run in two, each shard with a portal of its own (scripts/test.mjs); all others are
 * of the first. Written down and not dealt out while they run: who shares a portal with whom is the same every time.
 * Balanced by measured durations, of which each has about 950 s.
 */
export const ofSecondShard = [
  'archive-from-disk.spec.ts',
  'clerk-to-archive.spec.ts',
  'copy-and-urge.spec.ts',
  'countersign.spec.ts',
  'double-click.spec.ts',
  'draft.spec.ts',
  'elder-theme.spec.ts',
  'export-of-thousands.spec.ts',
  'filter-cascade.spec.ts',
  'first-order.spec.ts',
  'keep-alive-list.spec.ts',
  'large-upload.spec.ts',
  'lock-out.spec.ts',
  'messages-out.spec.ts',
  'page-weight.spec.ts',
  'pickers.spec.ts',
  'recall-and-resubmit.spec.ts',
  'saved-view.spec.ts',
  'screens.spec.ts',
  'sign-out.spec.ts',
  'substitutes-and-hand-overs.spec.ts',
  'third-party-form.spec.ts',
  'tour.spec.ts',
  'unified-login.spec.ts',
  'windows.spec.ts',
].map((name) => `**/${name}`);
