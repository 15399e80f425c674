import { toDataURL } from 'qrcode';
import type { QrCode, QrFiles, QrState, qrUpload } from '#contract/phone-upload.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import {
  PhoneUploadState,
  phoneRuleOf,
  phoneUploadText,
  phoneUploadTimes,
  stateOfPhoneUpload,
} from '#domain/uploads/phone-upload.ts';
import { checkUpload } from '#domain/uploads/upload-rule.ts';
import type { Call } from '#server/framework/routing/route.ts';
import { hashSecret } from '#server/kernel/crypto/secrets.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { portalOrigin } from '#server/kernel/http/portal-origin.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import { newSecret } from '#server/kernel/ids.ts';
import { type ActingCall, actOnce, appendAudit } from '#server/modules/access/audit/service.ts';
import { deleteUnattached, removeBytes } from '#server/modules/records/files/service.ts';
import { presentReceivedFiles, secondsLeft } from './present.ts';
import * as queries from './queries.ts';

/** A desktop page refreshes its code at most every 10 seconds (S0 §9). */
const codeLimitOfPerson = { limit: 60, windowSeconds: 600 };
const minuteMs = 60_000;
/** Twice the displayed 190 px, for screens with double density. */
const pictureWidth = 380;

/**
 * Creates a code for one upload field of a form (S0 §4, §7). A code that it replaces ends at once, together
 * with its phone's access; files already received are kept, and count towards the limit of the new one. The
 * code itself is not stored.
 */
export async function createCode(
  call: Call<typeof qrUpload.create>,
): Promise<QrCode | Refusal<'tooManyFiles' | 'tooManyRequests' | 'fileTypeNotAllowed'>> {
  const { context, actor, query } = call;
  const now = context.now();
  const { maxSizeMb, maxCount, present } = query;
  const rule = phoneRuleOf({ accept: query.accept?.split(','), maxSizeMb, maxCount, present });
  if (rule.formats.length === 0)
    return refuse('fileTypeNotAllowed', { message: '该处不接受手机上传的文件格式' });
  const fieldRule = {
    formats: rule.formats,
    maxSize: rule.maxSize,
    unit: rule.unit,
    maxCount: maxCount ?? rule.maxCount,
  };
  if (rule.maxCount === 0) {
    const refusal = checkUpload({ name: '', size: 1, alreadyUploaded: present }, fieldRule);
    return refuse('tooManyFiles', { message: refusal?.message });
  }
  const limits = [{ bucket: `qr-code:${actor.staffId}`, ...codeLimitOfPerson }];
  if (!(await reserveHits(context.db, limits, now))) return refuse('tooManyRequests');

  const code = newSecret();
  const id = context.newId();
  const expiresAt = new Date(now.getTime() + phoneUploadTimes.validMinutes * minuteMs);
  const remainingCount = await inTransaction(context.db, async (tx) => {
    const previous = query.previous && (await queries.lockOwnCode(tx, actor.staffId, query.previous));
    const continuesPrevious = previous && previous.submittedAt === null;
    if (continuesPrevious) await queries.endCode(tx, previous.id, now);
    const row = {
      id,
      staff_id: actor.staffId,
      session_id: call.sessionId,
      code_hash: hashSecret(code),
      form_title: query.form,
      field_title: query.field,
      formats: [...rule.formats],
      max_size_mb: rule.maxSize,
      created_at: now,
      expires_at: expiresAt,
    };
    const receivedCount = continuesPrevious ? await queries.countReceivedFiles(tx, previous.id) : 0;
    const remainingCount = Math.max(0, rule.maxCount - receivedCount);
    await queries.insertCode(tx, { ...row, max_count: remainingCount });
    if (continuesPrevious) await queries.moveReceivedFiles(tx, previous.id, id);
    const detail = {
      form: query.form,
      field: query.field,
      ...(continuesPrevious && { previous: previous.id, arrived: receivedCount }),
    };
    await appendAudit(tx, context, {
      ...auditRecordOf(id, 'create', detail),
      actor,
      requestId: call.requestId,
    });
    return remainingCount;
  });
  const url = `${portalOrigin(call)}/m/upload/${code}`;
  return {
    qrcode: id,
    image: await toDataURL(url, { errorCorrectionLevel: 'M', margin: 1, width: pictureWidth }),
    url,
    secondsLeft: secondsLeft({ expiresAt }, now),
    formats: [...rule.formats],
    maxSizeMb: rule.maxSize,
    maxCount: remainingCount,
  };
}

/** Returns the state of a person's own code; codes of other people are not found. */
export async function readState(call: Call<typeof qrUpload.state>): Promise<QrState | Refusal<'notFound'>> {
  const { context, actor, params } = call;
  const code = await queries.findOwnCode(context.db, actor.staffId, params.qrcode);
  if (!code) return refuse('notFound');
  const now = context.now();
  const state = stateOfPhoneUpload(code, now);
  const isValid = state === PhoneUploadState.shown || state === PhoneUploadState.scanned;
  return { state, text: phoneUploadText[state], secondsLeft: isValid ? secondsLeft(code, now) : 0 };
}

/** Returns the files received with a person's own code, even after it ended: received files are kept. */
export async function listReceivedFiles(
  call: Call<typeof qrUpload.files>,
): Promise<QrFiles | Refusal<'notFound'>> {
  const { context, actor, params } = call;
  const code = await queries.findOwnCode(context.db, actor.staffId, params.qrcode);
  if (!code) return refuse('notFound');
  const receivedFiles = presentReceivedFiles(await queries.listFiles(context.db, code.id));
  const state = stateOfPhoneUpload(code, context.now());
  // An ended code receives nothing more.
  return state === PhoneUploadState.scanned ? receivedFiles : { ...receivedFiles, arriving: [] };
}

/**
 * Ends a code that its desktop page no longer needs; deletes its files unless the form uses them. Submitted
 * files are kept.
 */
export async function endUpload(
  call: ActingCall<typeof qrUpload.end> & Pick<Call<typeof qrUpload.end>, 'params' | 'body'>,
) {
  const { context, actor, params, body } = call;
  let deletedBytesIds: string[] = [];
  const answer = await actOnce(call, async (tx) => {
    const code = await queries.lockOwnCode(tx, actor.staffId, params.qrcode);
    if (!code) return refuse('notFound');
    const endsNow = code.submittedAt === null && code.endedAt === null;
    if (endsNow) await queries.endCode(tx, code.id, context.now());
    deletedBytesIds = endsNow && !body.keep ? await deleteReceived(tx, call, code.id) : [];
    return {
      answer: { ended: endsNow },
      auditRecord: auditRecordOf(code.id, 'end', { keep: body.keep, dropped: deletedBytesIds.length }),
    };
  });
  await removeBytes(context, deletedBytesIds);
  return answer;
}

async function deleteReceived(
  tx: Tx,
  { context, actor }: Pick<ActingCall<typeof qrUpload.end>, 'context' | 'actor'>,
  uploadId: string,
): Promise<string[]> {
  const files = await queries.listFiles(tx, uploadId);
  const ids = files.flatMap(({ id }) => (id === null ? [] : [id]));
  return await deleteUnattached(tx, context, actor.staffId, ids);
}

/** Returns the audit record of an event of a code. */
export function auditRecordOf(id: string, action: string, detail: Record<string, unknown>) {
  return { chain: 'file', action: `qr-upload.${action}`, objectKind: 'qr-upload', objectId: id, detail };
}
