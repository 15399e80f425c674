export { checkArchive } from './check-archive.ts';
export { destroyPackages } from './destroy-packages.ts';
export { exportableArchive } from './exportable-archive.ts';
export { exportableDestructions } from './exportable-destructions.ts';
export { makePackages } from './make-packages.ts';
export { setUpArchive } from './set-up.ts';
export {
  ArchiveSettingOfBundle,
  importFonds,
  importItem,
  listArchiveSettings,
} from './settings-of-bundle.ts';
export { verifyPackages } from './verify-packages.ts';
