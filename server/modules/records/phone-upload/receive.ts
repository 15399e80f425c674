import { Transform } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { phoneUpload } from '#contract/phone-upload.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { checkUpload, maxBytesOf } from '#domain/uploads/upload-rule.ts';
import type { Call } from '#server/framework/routing/route.ts';
import { hashSecret } from '#server/kernel/crypto/secrets.ts';
import { inOneStatement, inTransaction } from '#server/kernel/database/transaction.ts';
import {
  deleteUnattached,
  removeBytes,
  storeUploads,
  type UploadLimiter,
  uploadLimits,
} from '#server/modules/records/files/service.ts';
import {
  checkCodeOfPhone,
  checkValidCode,
  inTransactionContext,
  notifyDesktop,
  type PhoneCall,
  type PhoneUploadSession,
} from './phone-calls.ts';
import { ruleOf } from './present.ts';
import * as queries from './queries.ts';

type SendCall = PhoneCall & Pick<Call<typeof phoneUpload.send>, 'request'>;

/** The interval at which the desktop page is notified of the progress of a file. */
const reportIntervalMs = 700;

/**
 * Thrown for a file with more bytes than the field accepts, after the rest was skipped, so that the phone reads
 * the answer.
 */
class TooLargeError extends Error {}

/**
 * Receives one planned file of a phone: checked, scanned and counted as if its owner had uploaded it (0018).
 * It counts only if the code is still valid at the moment when it is stored.
 */
export async function receiveFromPhone(call: SendCall, limiter: UploadLimiter) {
  const { context, params, request } = call;
  const parts = request.files({ limits: { ...uploadLimits, files: 1 }, throwFileSizeLimit: false });
  const first = await parts[Symbol.asyncIterator]().next();
  if (first.done) return refuse('badInput', { problems: [{ field: 'file', message: '请选择文件' }] });
  const part: MultipartFile = first.value;
  const key = fieldOf(part, 'key');
  const session = await checkCodeOfPhone(
    context,
    await queries.findByCode(context.db, hashSecret(params.code)),
    fieldOf(part, 'phone'),
  );
  if (isRefusal(session)) return skipRest(part, session);
  const planned = (await queries.listFiles(context.db, session.code.id)).find((file) => file.key === key);
  if (!planned || planned.isFromEarlierCode) return skipRest(part, refuse('notFound'));
  // The answer was lost, and the phone sends the file again.
  if (planned.id !== null) return skipRest(part, { key, size: planned.size });
  return await storePart(call, limiter, session, { key, name: planned.name, part });
}

/** Returns a text field that comes before the file; empty if there is none. */
function fieldOf({ fields }: MultipartFile, name: string): string {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field && !Array.isArray(field) && field.type === 'field' && typeof field.value === 'string'
    ? field.value
    : '';
}

/** Skips the rest of the file: a phone reads an answer only after it has sent everything. */
function skipRest<Answer>({ file }: MultipartFile, answer: Answer): Answer {
  file.resume();
  return answer;
}

async function storePart(
  call: SendCall,
  limiter: UploadLimiter,
  session: PhoneUploadSession,
  { key, name, part }: { key: string; name: string; part: MultipartFile },
) {
  const { context, requestId } = call;
  const { code, owner } = session;
  const rule = ruleOf(code);
  const maxBytes = maxBytesOf(rule);
  const meter = createMeter(maxBytes, (bytes) => void reportProgress(call, session, key, bytes));
  part.file.on('error', (error) => meter.destroy(error));
  const meteredPart = { ...part, filename: name, file: part.file.pipe(meter) } as unknown as MultipartFile;
  async function* onlyPart() {
    yield meteredPart;
  }
  try {
    const stored = await storeUploads(context, limiter, { actor: owner, requestId }, onlyPart());
    if (isRefusal(stored)) return skipRest(part, stored);
    const file = stored[0];
    return file ? await linkFile(call, session, key, { id: file.id, size: file.size }) : refuse('notFound');
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    const refusal = checkUpload({ name, size: maxBytes + 1, alreadyUploaded: 0 }, rule);
    return refusal ?? refuse('fileTooLarge');
  }
}

/** Counts the bytes that pass; passes nothing beyond the limit, and then ends with an error. */
function createMeter(maxBytes: number, onBytes: (bytes: number) => void): Transform {
  let bytes = 0;
  let reportedAt = Date.now();
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (Date.now() - reportedAt >= reportIntervalMs) {
        reportedAt = Date.now();
        onBytes(bytes);
      }
      if (bytes > maxBytes) done();
      else done(null, chunk);
    },
    flush(done) {
      done(bytes > maxBytes ? new TooLargeError() : null);
    },
  });
}

/**
 * Stores the number of received bytes and notifies the desktop page, only for display: a page that misses one
 * notification gets the next one.
 */
async function reportProgress(
  { context }: SendCall,
  { code }: PhoneUploadSession,
  key: string,
  bytes: number,
): Promise<void> {
  try {
    await inOneStatement(context.db, (tx) => queries.markReceived(tx, code.id, key, bytes));
    notifyDesktop(context, code);
  } catch (error) {
    context.log.warn({ error }, 'The progress of a phone upload could not be sent to the computer screen');
  }
}

/**
 * Attaches the file to the code. If the code has ended or the phone has removed the file meanwhile, deletes the
 * file instead.
 */
async function linkFile(
  call: SendCall,
  { code: sessionCode, owner }: PhoneUploadSession,
  key: string,
  file: { id: string; size: number },
) {
  const { context, params } = call;
  let deletedBytesIds: string[] = [];
  const result = await inTransaction(context.db, async (tx) => {
    const code = await queries.lockByCode(tx, hashSecret(params.code));
    const session = await checkValidCode(inTransactionContext(context, tx), code);
    const stored = isRefusal(session)
      ? session
      : await queries.storeReceivedFile(tx, sessionCode.id, key, file);
    if (stored !== true) deletedBytesIds = await deleteUnattached(tx, context, owner.staffId, [file.id]);
    return stored;
  });
  await removeBytes(context, deletedBytesIds);
  if (isRefusal(result)) return result;
  if (!result) return refuse('notFound');
  notifyDesktop(context, sessionCode);
  return { key, size: file.size };
}
