import { join } from 'node:path';
import type { Config } from '#server/kernel/config/config.ts';
import { createDiskStore, type FileStore } from './file-store.ts';
import { createS3Store } from './s3/s3-store.ts';

/** Creates the store of the portal's files: in the configured bucket, else on the local disk. */
export function createFileStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): FileStore {
  const folder = join(dataDir, 'files');
  return s3 ? createS3Store(s3, join(folder, 'incoming')) : createDiskStore(folder);
}
