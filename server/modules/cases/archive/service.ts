export { checkArchive } from './check-archive.ts';
export { destroyPackages } from './destroy-packages.ts';
export { putBack as packAnew } from './entries.queries.ts';
export { exportableArchive } from './exportable-archive.ts';
export { exportableDestructions } from './exportable-destructions.ts';
export { makePackages } from './make-packages.ts';
export { provePackages } from './prove-packages.ts';
export { setUpArchive } from './set-up.ts';
export { ArchiveSettingOfPackage, listArchiveSettings, takeFonds, takeItem } from './settings-of-package.ts';
