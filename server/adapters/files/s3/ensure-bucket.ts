import { randomBytes, randomUUID } from 'node:crypto';
import type { S3Config } from '#server/kernel/config/outside-systems.ts';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';
import { isStoreUnavailable } from '#server/kernel/errors/store-unavailable.ts';
import { codeOf, createS3Client, problemText, type S3Client, type S3Response } from './s3-client.ts';

/** Largest clock difference; most stores refuse requests at 15 minutes. */
const clockMs = 600_000;
/** The second code is that of versitygw, which returns it with 404. */
const unknownKey: readonly string[] = ['InvalidAccessKeyId', 'XAdminUserNotFound'];
const wrongSignature: readonly string[] = ['SignatureDoesNotMatch', 'AuthorizationHeaderMalformed'];

/**
 * Checks at the start that the bucket exists and can be read, and, unless `mustWrite` is false, that a test
 * object can be written, read and removed. The error message names the setting to check.
 */
export async function ensureBucket(s3: S3Config | undefined, mustWrite = true): Promise<void> {
  if (!s3) return;
  const client = createS3Client(s3);
  try {
    await checkList(s3, client);
    if (mustWrite) await checkWriting(s3, client);
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    const reason = reasonOf(error.cause);
    throw new StartupError(
      `文件存储 ${s3.endpoint} 无法连接或没有按约定应答（${reason}），请检查 S3_ENDPOINT、网络和文件存储的状态；使用单位自建的证书机构时还要设置 NODE_EXTRA_CA_CERTS。`,
      `The file store at ${s3.endpoint} cannot be reached or returns an unexpected answer (${reason}): check S3_ENDPOINT, the network and the store; if its certificate is from your own authority, set NODE_EXTRA_CA_CERTS.`,
      { cause: error },
    );
  }
}

/** Lists the bucket instead of a HEAD request, whose answer has no body with the reason. */
async function checkList(s3: S3Config, client: S3Client): Promise<void> {
  const request = { method: 'GET', key: '', query: { 'list-type': '2', 'max-keys': '1' } } as const;
  const answer = await client.ask(request);
  if (!answer.isOk) throw refusalOf(s3, answer, ['读取列表', 'list it']);
  if (!answer.text.includes('<ListBucketResult'))
    throw client.failureOf(request, new Error('The answer is not a list of a bucket'));
}

async function checkWriting(s3: S3Config, client: S3Client): Promise<void> {
  const key = `incoming/start-${randomUUID()}`;
  const bytes = randomBytes(24).toString('hex');
  const put = await client.ask({ method: 'PUT', key, body: Buffer.from(bytes) });
  if (!put.isOk) throw refusalOf(s3, put, ['写入', 'write']);
  const getResponse = await client.ask({ method: 'GET', key });
  const deleteResponse = await client.ask({ method: 'DELETE', key });
  if (getResponse.status !== 404 && !getResponse.isOk) throw refusalOf(s3, getResponse, ['读取', 'read']);
  if (getResponse.text !== bytes) {
    throw new StartupError(
      `写入存储桶 ${s3.bucket} 的内容读不回来：${s3.endpoint} 答复成功而没有保存，请检查 S3_ENDPOINT 是否指向文件存储本身（而不是网关的登录页）。`,
      `An object written to bucket ${s3.bucket} cannot be read back: ${s3.endpoint} reports success but stores nothing. Check that S3_ENDPOINT is the store and not the login page of a gateway.`,
    );
  }
  if (!deleteResponse.isOk) throw refusalOf(s3, deleteResponse, ['删除', 'delete']);
  const after = await client.ask({ method: 'GET', key });
  if (after.status === 404) return;
  throw new StartupError(
    `存储桶 ${s3.bucket} 中删除的对象仍能读到，请检查桶的删除权限和保留（对象锁定）设置。`,
    `An object that was deleted from bucket ${s3.bucket} can still be read: check the permission to delete and the retention (object lock) of the bucket.`,
  );
}

/** Returns the refusal that names the wrong setting, by the store's error code. */
function refusalOf(
  { bucket, endpoint, accessKeyId, region }: S3Config,
  answer: S3Response,
  [chineseRight, englishRight]: readonly [string, string],
): StartupError {
  const code = codeOf(answer);
  const problem = problemText(answer);
  const offMs = Date.now() - Date.parse(answer.headers.date ?? '');
  if (code === 'RequestTimeTooSkewed' || (answer.status === 403 && Math.abs(offMs) > clockMs)) {
    const minutes = Number.isNaN(offMs) ? '' : ` ${Math.round(Math.abs(offMs) / 60_000)} `;
    return new StartupError(
      `本机时钟与文件存储 ${endpoint} 相差${minutes || '过多'}${minutes && '分钟'}，因此被拒绝（${problem}），请校准两边的时间（NTP）。`,
      `The clock of this machine and that of the file store at ${endpoint} are${minutes || ' too far '}${minutes && 'minutes '}apart, so that it refuses (${problem}): set the clocks (NTP).`,
    );
  }
  if (code !== undefined && unknownKey.includes(code))
    return new StartupError(
      `文件存储 ${endpoint} 没有密钥 ${accessKeyId}（${problem}），请检查 S3_ACCESS_KEY_ID。`,
      `The file store at ${endpoint} has no access key ${accessKeyId} (${problem}): check S3_ACCESS_KEY_ID.`,
    );
  if (code !== undefined && wrongSignature.includes(code))
    return new StartupError(
      `文件存储 ${endpoint} 不接受签名（${problem}），请检查 S3_SECRET_ACCESS_KEY 和 S3_REGION（现为 ${region}）。`,
      `The file store at ${endpoint} does not accept the signature (${problem}): check S3_SECRET_ACCESS_KEY and S3_REGION (${region}).`,
    );
  if (code === 'NoSuchBucket')
    return new StartupError(
      `文件存储 ${endpoint} 没有存储桶 ${bucket}（${problem}），请先建立，或检查 S3_BUCKET。`,
      `The file store at ${endpoint} has no bucket ${bucket} (${problem}): create it, or check S3_BUCKET.`,
    );
  return new StartupError(
    `文件存储 ${endpoint} 拒绝在存储桶 ${bucket} 中${chineseRight}（${problem}），请检查桶的读取、写入、删除和列表权限，以及 S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY、S3_REGION。`,
    `The file store at ${endpoint} refuses to ${englishRight} in bucket ${bucket} (${problem}): check the permissions to read, write, delete and list, and S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION.`,
  );
}
