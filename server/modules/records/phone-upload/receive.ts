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
  type UploadGate,
  uploadLimits,
} from '#server/modules/records/files/service.ts';
import {
  checkLiving,
  checkLockedCode,
  notifyDesk,
  type PhoneCall,
  type PhoneUploadSession,
  within,
} from './phone.ts';
import { ruleOf } from './present.ts';
import * as queries from './queries.ts';

type SendCall = PhoneCall & Pick<Call<typeof phoneUpload.send>, 'request'>;

/** The interval of progress notices of a file to the desktop page. */
const tellEveryMs = 700;

/**
 * More bytes than the field accepts; reported after the rest was skipped, so that the phone reads the answer.
 */
class TooLargeError extends Error {}

/**
 * Receives one planned file of a phone: checked, scanned and counted as if its owner had uploaded it (0018).
 * It counts only if the code is still valid at the moment when it is stored.
 */
export async function receiveFromPhone(call: SendCall, gate: UploadGate) {
  const { context, params, request } = call;
  const parts = request.files({ limits: { ...uploadLimits, files: 1 }, throwFileSizeLimit: false });
  const first = await parts[Symbol.asyncIterator]().next();
  if (first.done) return refuse('badInput', { problems: [{ field: 'file', message: '请选择文件' }] });
  const part: MultipartFile = first.value;
  const key = fieldOf(part, 'key');
  const held = await checkLockedCode(
    context,
    await queries.findByCode(context.db, hashSecret(params.code)),
    fieldOf(part, 'phone'),
  );
  if (isRefusal(held)) return skipRest(part, held);
  const planned = (await queries.listFiles(context.db, held.code.id)).find((one) => one.key === key);
  if (!planned || planned.fromBefore) return skipRest(part, refuse('notFound'));
  // The answer was lost, and the phone sends the file again.
  if (planned.id !== null) return skipRest(part, { key, size: planned.size });
  return await storePart(call, gate, held, { key, name: planned.name, part });
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
  gate: UploadGate,
  session: PhoneUploadSession,
  { key, name, part }: { key: string; name: string; part: MultipartFile },
) {
  const { context, requestId } = call;
  const { code, owner } = session;
  const rule = ruleOf(code);
  const most = maxBytesOf(rule);
  const meter = createMeter(most, (bytes) => void showProgress(call, session, key, bytes));
  part.file.on('error', (error) => meter.destroy(error));
  const metered = { ...part, filename: name, file: part.file.pipe(meter) } as unknown as MultipartFile;
  async function* onlyPart() {
    yield metered;
  }
  try {
    const stored = await storeUploads(context, gate, { actor: owner, requestId }, onlyPart());
    if (isRefusal(stored)) return skipRest(part, stored);
    const file = stored[0];
    return file ? await linkFile(call, session, key, { id: file.id, size: file.size }) : refuse('notFound');
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    const refusal = checkUpload({ name, size: most + 1, alreadyUploaded: 0 }, rule);
    return refusal ?? refuse('fileTooLarge');
  }
}

/** Counts the bytes that pass; passes nothing beyond the limit, and then ends with an error. */
function createMeter(maxBytes: number, onBytes: (bytes: number) => void): Transform {
  let bytes = 0;
  let reportedAt = Date.now();
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      if (Date.now() - reportedAt >= tellEveryMs) {
        reportedAt = Date.now();
        onBytes(bytes);
      }
      if (bytes > maxBytes) done();
      else done(null, piece);
    },
    flush(done) {
      done(bytes > maxBytes ? new TooLargeError() : null);
    },
  });
}

/** Only for display: a desktop page that misses one notice gets the next one. */
async function showProgress(
  { context }: SendCall,
  { code }: PhoneUploadSession,
  key: string,
  bytes: number,
): Promise<void> {
  try {
    await inOneStatement(context.db, (tx) => queries.markReceived(tx, code.id, key, bytes));
    notifyDesk(context, code);
  } catch (error) {
    context.log.warn({ error }, 'The progress of a phone upload could not be sent to the computer screen');
  }
}

/**
 * Attaches the file to the code, unless the code has ended or the phone removed the file meanwhile; then
 * deletes it.
 */
async function linkFile(
  call: SendCall,
  { code: held, owner }: PhoneUploadSession,
  key: string,
  file: { id: string; size: number },
) {
  const { context, params } = call;
  let dropped: string[] = [];
  const linked = await inTransaction(context.db, async (tx) => {
    const code = await queries.lockByCode(tx, hashSecret(params.code));
    const living = await checkLiving(within(context, tx), code);
    const stored = isRefusal(living) ? living : await queries.storeReceivedFile(tx, held.id, key, file);
    if (stored !== true) dropped = await deleteUnattached(tx, context, owner.staffId, [file.id]);
    return stored;
  });
  await removeBytes(context, dropped);
  if (isRefusal(linked)) return linked;
  if (!linked) return refuse('notFound');
  notifyDesk(context, held);
  return { key, size: file.size };
}
