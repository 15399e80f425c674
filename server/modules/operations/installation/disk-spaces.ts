import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/kernel/config/config.ts';
import { type DiskSpace, readDiskSpace } from '#server/kernel/folders/free-space.ts';

export interface NamedDiskSpace extends DiskSpace {
  folder: 'data' | 'audit' | 'files';
}

/**
 * Returns the free space of the disks on which the portal writes; files and anchors are listed separately if they
 * have their own disk.
 */
export async function readDiskSpaces({
  dataDir,
  auditDir,
  s3,
}: Pick<Config, 'dataDir' | 'auditDir' | 's3'>): Promise<NamedDiskSpace[]> {
  const folders: [NamedDiskSpace['folder'], string][] = [['data', dataDir]];
  if (s3 === undefined) folders.push(['files', join(dataDir, 'files')]);
  folders.push(['audit', auditDir]);
  const knownDevices = new Set<number>();
  const spaces: NamedDiskSpace[] = [];
  for (const [folder, path] of folders) {
    const device = await stat(path).then(
      ({ dev }) => dev,
      () => undefined,
    );
    if (device === undefined || knownDevices.has(device)) continue;
    knownDevices.add(device);
    const space = await readDiskSpace(folder, path);
    if (space) spaces.push({ ...space, folder });
  }
  return spaces;
}
