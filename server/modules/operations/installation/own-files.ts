import { join } from 'node:path';
import { bindStore } from '#server/adapters/files/bound-store.ts';
import { createFileStore } from '#server/adapters/files/create-file-store.ts';
import type { FileStore } from '#server/adapters/files/file-store.ts';
import type { Config } from '#server/kernel/config/config.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { findInstallation, type StoredInstallation, sampleFileIds } from './queries.ts';

type FileLocation = Pick<Config, 'dataDir' | 's3'>;

/**
 * Milliseconds after which a mark is read again. A bucket cannot be unmounted, but another bucket may be created
 * at its address.
 */
const recheckMs = { disk: 2_000, bucket: 60_000 };

/**
 * Returns the mark that an installation writes into its folders and buckets: its mode, and the time when its
 * database was first started.
 */
export function installationMarkOf({
  mode,
  markedAt,
}: Pick<StoredInstallation, 'mode' | 'markedAt'>): string | undefined {
  return mode && markedAt && `banjian ${mode} ${markedAt.toISOString()}`;
}

/**
 * Determines to which installation the file storage belongs. Storage without a mark (new, or from before marks
 * existed) counts as that of this database if the database has no files yet, or if the storage contains most of them.
 */
async function classifyFileStore(
  db: Db,
  store: Pick<FileStore, 'readInstallationMark' | 'size'>,
): Promise<{ state: 'own' | 'unmarked' | 'empty' | 'another'; mark: string | undefined; found?: string }> {
  const mark = installationMarkOf(await findInstallation(db));
  const found = await store.readInstallationMark();
  if (found !== undefined)
    return mark === undefined || found === mark ? { state: 'own', mark } : { state: 'another', mark, found };
  const ids = mark === undefined ? [] : await sampleFileIds(db);
  const sizes = await Promise.all(ids.map((id) => store.size(id)));
  const presentCount = sizes.filter((size) => size !== undefined).length;
  return { state: ids.length > 0 && presentCount * 2 < ids.length ? 'empty' : 'unmarked', mark };
}

/** Refuses file storage that does not belong to this database; returns whether it has no mark yet. */
export async function checkFiles(db: Db, location: FileLocation): Promise<'own' | 'unmarked'> {
  return (await verifyFileStore(db, location, createFileStore(location))).state;
}

async function verifyFileStore(
  db: Db,
  location: FileLocation,
  store: FileStore,
): Promise<{ state: 'own' | 'unmarked'; mark: string | undefined }> {
  const { state, mark, found } = await classifyFileStore(db, store);
  if (state === 'another') throw foreignFilesError(locationOf(location), found ?? '');
  if (state === 'empty') throw missingFilesError(locationOf(location));
  return { state, mark };
}

/** Returns the file store of this installation, and marks it if it has no mark yet. */
export async function openFiles(db: Db, location: FileLocation): Promise<FileStore> {
  const store = createFileStore(location);
  const { state, mark } = await verifyFileStore(db, location, store);
  if (mark === undefined) return store;
  if (state === 'unmarked') {
    const found = await store.writeInstallationMark(mark);
    if (found !== mark) throw foreignFilesError(locationOf(location), found ?? '');
  }
  return bindStore(store, mark, location.s3 ? recheckMs.bucket : recheckMs.disk);
}

/** Refuses storage with the mark of another installation, before anything of this one is written to it. */
export async function refuseForeignFiles(location: FileLocation, mark: string): Promise<void> {
  const found = await createFileStore(location).readInstallationMark();
  if (found !== undefined && found !== mark) throw foreignFilesError(locationOf(location), found);
}

const locationOf = ({ dataDir, s3 }: FileLocation) =>
  s3 ? `${s3.endpoint}/${s3.bucket}` : join(dataDir, 'files');

const foreignFilesError = (place: string, found: string) =>
  new StartupError(
    `文件的位置 ${place} 属于另一个系统（标记为“${found}”），不是这个数据库的。请检查 DATA_DIR、S3_BUCKET 和挂载；没有改动任何数据。`,
    `The file location ${place} belongs to another installation ("${found}") than this database: check DATA_DIR, S3_BUCKET and the mounts. Nothing was changed.`,
  );

const missingFilesError = (place: string) =>
  new StartupError(
    `数据库登记的文件在 ${place} 中找不到，那里也没有本系统的标记：磁盘可能没有挂载，或者几台服务器没有共享这个目录。请挂载后再启动；没有改动任何数据。文件确已全部丢失的，请从备份恢复。`,
    `The files in the database are not in ${place}, which has no mark of this installation: its disk may not be mounted, or the servers do not share the folder. Mount it and start again; nothing was changed. If the files are lost, restore them from a backup.`,
  );
