/**
 * Journeys of the second shard if they run in two, each shard with its own portal (scripts/test.mjs); all
 * others belong to the first. The list is fixed, so that the same journeys share a portal every time, and
 * balanced by measured durations.
 */
export const ofSecondShard = [
  'archive-from-disk.spec.ts',
  'clerk-to-archive.spec.ts',
  'copy-and-urge.spec.ts',
  'countersign.spec.ts',
  'double-click.spec.ts',
  'elder-theme.spec.ts',
  'export-of-thousands.spec.ts',
  'filter-cascade.spec.ts',
  'kept-list.spec.ts',
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
].map((name) => `**/${name}`);
