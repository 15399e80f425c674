import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import type { S3Config } from '#server/config/outside-systems.ts';
import { reasonOf, StartupError } from '#server/config/startup-error.ts';
import { createDiskStore, type FileStore } from './file-store.ts';
import { createS3Client } from './s3/s3-client.ts';
import { createS3Store } from './s3/s3-store.ts';

/** Where the portal's files rest: in the bucket that is set, else on its own disk. */
export function createFileStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): FileStore {
  const folder = join(dataDir, 'files');
  return s3 ? createS3Store(s3, join(folder, 'incoming')) : createDiskStore(folder);
}

/**
 * At the start: that the bucket is there, and may be written to, unless nothing is to be changed. Said in words that name
 * the setting to look at.
 */
export async function ensureBucket(s3: S3Config | undefined, isWritten = true): Promise<void> {
  if (!s3) return;
  const client = createS3Client(s3);
  const key = `incoming/start-${randomUUID()}`;
  let status: number;
  try {
    status = (await client.ask({ method: 'HEAD', key: '' })).status;
    if (status === 200 && isWritten)
      status = (await client.ask({ method: 'PUT', key, body: Buffer.alloc(0) })).status;
    if (status === 200 && isWritten) await client.ask({ method: 'DELETE', key });
  } catch (error) {
    throw new StartupError(
      `无法连接文件存储 ${s3.endpoint}（${reasonOf(error)}），请检查 S3_ENDPOINT。`,
      `The file store at ${s3.endpoint} cannot be reached (${reasonOf(error)}): check S3_ENDPOINT.`,
      { cause: error },
    );
  }
  if (status === 200) return;
  const [chinese, english] =
    status === 404
      ? [
          `没有存储桶 ${s3.bucket}，请先建立，或检查 S3_BUCKET`,
          `There is no bucket ${s3.bucket}: make it, or check S3_BUCKET`,
        ]
      : [
          `文件存储拒绝访问存储桶 ${s3.bucket}（${status}），请检查 S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY、S3_REGION 和桶的读写权限`,
          `The file store refuses bucket ${s3.bucket} (${status}): check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION and its rights to read and write`,
        ];
  throw new StartupError(`${chinese}。`, `${english}.`);
}
