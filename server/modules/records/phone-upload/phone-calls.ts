import type { phoneUpload } from '#contract/phone-upload.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { PhoneUploadState, stateOfPhoneUpload } from '#domain/uploads/phone-upload.ts';
import { checkUpload } from '#domain/uploads/upload-rule.ts';
import type { Context } from '#server/framework/context.ts';
import type { PreBodyLimit } from '#server/framework/routing/access.ts';
import type { Call } from '#server/framework/routing/route.ts';
import { hashSecret, isSameText } from '#server/kernel/crypto/secrets.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { visitorNetwork } from '#server/kernel/http/visitor-network.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { findActorOfSession } from '#server/modules/access/session/service.ts';
import { cleanName, deleteUnattached, removeBytes } from '#server/modules/records/files/service.ts';
import { auditRecordOf } from './desktop-calls.ts';
import { presentPlan, ruleOf, secondsLeft } from './present.ts';
import * as queries from './queries.ts';

/**
 * Returns the rate limits of the calls of a phone: ten files with retries need no more, and all phones of an office
 * may share one address.
 */
export const limitsOfPhone: PreBodyLimit['limitsOf'] = ({ ip, params }) => [
  { bucket: `phone-upload:address:${visitorNetwork(ip)}`, limit: 1_200, windowSeconds: 600 },
  { bucket: `phone-upload:code:${hashSecret(params.code ?? '')}`, limit: 200, windowSeconds: 600 },
];

/** A call from a phone, with the scanned code and the secret that the phone created. */
export interface PhoneCall {
  readonly context: Context;
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly params: { code: string };
}

export type EndedCodeRefusal = Refusal<'qrCodeExpired' | 'qrCodeTaken'>;

/** A valid code with its person, in whose name the phone's files are stored. */
export interface PhoneUploadSession {
  code: queries.PhoneUploadRow;
  owner: Actor;
}

/** In a transaction, the transaction is passed: a second connection for each phone could block other calls. */
type DatabaseContext = Pick<Context, 'db' | 'now'>;

export const inTransactionContext = (context: Context, tx: Tx): DatabaseContext => ({
  db: tx,
  now: () => context.now(),
});

/**
 * Returns the person of a code that is still valid. A code that has expired, was refreshed, was submitted or
 * never existed gets the same answer, so that someone who finds it later learns nothing; so does one whose
 * person has signed out since.
 */
export async function checkValidCode(
  context: DatabaseContext,
  code: queries.PhoneUploadRow | undefined,
): Promise<PhoneUploadSession | Refusal<'qrCodeExpired'>> {
  const state = code && stateOfPhoneUpload(code, context.now());
  if (!code || state === PhoneUploadState.submitted || state === PhoneUploadState.expired)
    return refuse('qrCodeExpired');
  const owner = await findActorOfSession(context, code.sessionId);
  return owner?.staffId === code.staffId ? { code, owner } : refuse('qrCodeExpired');
}

/**
 * Checks the code like `checkValidCode`, for the phone that opened it; refuses a code that no phone has opened.
 */
export async function checkCodeOfPhone(
  context: DatabaseContext,
  found: queries.PhoneUploadRow | undefined,
  phone: string,
): Promise<PhoneUploadSession | EndedCodeRefusal> {
  const session = await checkValidCode(context, found);
  if (isRefusal(session)) return session;
  if (session.code.phoneHash === null) return refuse('qrCodeExpired');
  return isSameText(session.code.phoneHash, hashSecret(phone)) ? session : refuse('qrCodeTaken');
}

/** Runs `work` on a valid code of this phone, with the code's row locked. */
async function withLockedCode<Result>(
  call: PhoneCall,
  phone: string,
  work: (tx: Tx, session: PhoneUploadSession) => Promise<Result>,
): Promise<Result | EndedCodeRefusal> {
  const { context, params } = call;
  return await inTransaction(context.db, async (tx) => {
    const session = await checkCodeOfPhone(
      inTransactionContext(context, tx),
      await queries.lockByCode(tx, hashSecret(params.code)),
      phone,
    );
    return isRefusal(session) ? session : await work(tx, session);
  });
}

/**
 * Writes the audit record of a phone on which nobody is signed in: the code's owner, and the phone's address.
 */
function writeAuditRecord(
  tx: Tx,
  { context, requestId, ip, userAgent }: PhoneCall,
  { code, owner }: PhoneUploadSession,
  action: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const auditRecord = auditRecordOf(code.id, action, { ...detail, phone: { address: ip, userAgent } });
  return appendAudit(tx, context, { ...auditRecord, actor: owner, requestId });
}

/** Notifies the desktop page to read its uploads again. */
export function notifyDesktop(
  { notifier }: Pick<Context, 'notifier'>,
  { id, staffId }: queries.PhoneUploadRow,
): void {
  notifier.notify({ topics: [`staff:${staffId}`], event: 'qr-upload', id });
}

/** Assigns a code to the first phone that opens it; refuses all other phones (0158). */
export async function openByPhone(call: PhoneCall & Pick<Call<typeof phoneUpload.open>, 'body'>) {
  const { context, params, body } = call;
  const opened = await inTransaction(context.db, async (tx) => {
    const found = await queries.lockByCode(tx, hashSecret(params.code));
    const session = await checkValidCode(inTransactionContext(context, tx), found);
    if (isRefusal(session)) return session;
    const { code } = session;
    if (code.phoneHash !== null && !isSameText(code.phoneHash, hashSecret(body.phone)))
      return refuse('qrCodeTaken');
    const isFirst = code.phoneHash === null;
    if (isFirst) {
      await queries.bindPhone(tx, code.id, hashSecret(body.phone), context.now());
      await writeAuditRecord(tx, call, session, 'open');
    }
    return { code, isFirst, rows: presentPlan(await queries.listFiles(tx, code.id)) };
  });
  if (isRefusal(opened)) return opened;
  const { code, isFirst, rows } = opened;
  if (isFirst) notifyDesktop(context, code);
  const { form, field, formats, maxSizeMb, maxCount } = code;
  return { form, field, formats, maxSizeMb, maxCount, rows, secondsLeft: secondsLeft(code, context.now()) };
}

/**
 * Records the files that the phone intends to send, in their sequence, each with the reason if it is refused (S2
 * §5).
 */
export async function planFiles(call: PhoneCall & Pick<Call<typeof phoneUpload.plan>, 'body'>) {
  const { context, body } = call;
  let deletedBytesIds: string[] = [];
  const result = await withLockedCode(call, body.phone, async (tx, session) => {
    const rule = ruleOf(session.code);
    const accepted: (typeof body.files)[number][] = [];
    const refused: { key: string; message: string }[] = [];
    for (const file of new Map(body.files.map((file) => [file.key, file])).values()) {
      const name = cleanName(file.name);
      const refusal = checkUpload({ name, size: file.size, alreadyUploaded: accepted.length }, rule);
      if (refusal) refused.push({ key: file.key, message: refusal.message ?? '' });
      else accepted.push({ ...file, name });
    }
    const removedIds = await queries.replacePlan(tx, session.code.id, accepted);
    deletedBytesIds = await deleteUnattached(tx, context, session.owner.staffId, removedIds);
    await writeAuditRecord(tx, call, session, 'plan', {
      files: accepted.length,
      dropped: deletedBytesIds.length,
    });
    return { code: session.code, rows: presentPlan(await queries.listFiles(tx, session.code.id)), refused };
  });
  if (isRefusal(result)) return result;
  await removeBytes(context, deletedBytesIds);
  notifyDesktop(context, result.code);
  return { rows: result.rows, refused: result.refused };
}

/**
 * Ends an upload: the code becomes invalid, and the desktop page has its files. The phone that submitted gets
 * the same answer again until the code would have expired, because the first answer may have been lost.
 */
export async function submitByPhone(call: PhoneCall & Pick<Call<typeof phoneUpload.submit>, 'body'>) {
  const { context, body } = call;
  const submitted = await inTransaction(context.db, async (tx) => {
    const found = await queries.lockByCode(tx, hashSecret(call.params.code));
    if (found && isSubmittedBy(found, body.phone) && found.expiresAt > context.now())
      return { code: found, total: await queries.countReceivedFiles(tx, found.id) };
    const session = await checkCodeOfPhone(inTransactionContext(context, tx), found, body.phone);
    if (isRefusal(session)) return session;
    const files = await queries.listFiles(tx, session.code.id);
    if (files.some(({ id }) => id === null)) return refuse('qrUploadUnfinished');
    if (files.length === 0) return refuse('qrUploadUnfinished', { message: '请上传文件' });
    await queries.markSubmitted(tx, session.code.id, context.now());
    await writeAuditRecord(tx, call, session, 'submit', { files: files.length });
    return { code: session.code, total: files.length };
  });
  if (isRefusal(submitted)) return submitted;
  notifyDesktop(context, submitted.code);
  return { total: submitted.total };
}

function isSubmittedBy({ submittedAt, phoneHash }: queries.PhoneUploadRow, phone: string): boolean {
  return submittedAt !== null && phoneHash !== null && isSameText(phoneHash, hashSecret(phone));
}
