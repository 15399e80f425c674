export { checkArchive } from './check-archive.ts';
export { putBack as packAnew } from './entries.queries.ts';
export { exportableArchive } from './exportable-archive.ts';
export { makePackages } from './make-packages.ts';
export { setUpArchive } from './set-up.ts';
