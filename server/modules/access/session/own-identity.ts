import type { RefusalOf } from '#contract/endpoint.ts';
import type { secondFactor } from '#contract/second-factor.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { consumeCode, findFactor } from '#server/modules/access/second-factor/service.ts';
import { countCodeAttempt } from './counted-code.ts';
import { verifyOwnPassword } from './own-password.ts';
import { noPasswordHash } from './password-hash.ts';
import * as queries from './queries.ts';
import { type Origin, sessionRecord } from './session-record.ts';

/** Proof of identity that the owner of the session gave. */
export type IdentityProof = 'code' | 'recovery-code' | 'password';

/** Minutes in which a confirmation is valid for one change. */
const confirmedMinutes = 5;

interface IdentityCall extends Origin {
  context: Context;
  actor: Actor;
  sessionId: string;
}

/**
 * Confirms for one dangerous change that the owner of the session is present: by a code if there is a factor,
 * else by the password.
 */
export async function confirmIdentity(
  call: IdentityCall,
  input: { password: string; ticket: string; code: string },
): Promise<Record<string, never> | RefusalOf<typeof secondFactor.confirmIdentity>> {
  const { context, actor } = call;
  const { secretSealed, obliged } = await findFactor(context.db, actor.staffId);
  if (secretSealed !== null)
    return countCodeAttempt(call, () =>
      inTransaction(context.db, async (tx) => {
        if (!(await queries.lockPerson(tx, actor.staffId))) return refuse('wrongCode');
        const proof = await consumeCode(tx, context, actor.staffId, input.code);
        return proof === undefined ? refuse('wrongCode') : storeProof(tx, call, proof);
      }),
    );
  if (obliged)
    return refuse('secondFactorMissing', { message: '您的角色必须使用二次验证，请重新登录并启用后再办理' });
  const { password_hash: currentHash } = await queries.findStaffDetails(context.db, actor.staffId);
  if (currentHash === noPasswordHash)
    return refuse('secondFactorMissing', {
      message:
        '您没有本系统的密码，也未启用二次验证：请由安全管理员在“登录策略”中要求您的角色使用二次验证，重新登录后再办理',
    });
  const verified = await verifyOwnPassword(context, actor, input, call);
  if (isRefusal(verified)) return verified;
  return inTransaction(context.db, async (tx) => {
    const current = await queries.lockPerson(tx, actor.staffId);
    if (current?.password_hash !== verified.passwordHash) return refuse('wrongCredentials');
    // A factor was set up elsewhere while the password was checked: from now on its code is required.
    if ((await findFactor(tx, actor.staffId)).secretSealed !== null) return refuse('wrongCode');
    return storeProof(tx, call, 'password');
  });
}

async function storeProof(tx: Tx, call: IdentityCall, proof: IdentityProof): Promise<Record<string, never>> {
  const { context, actor, sessionId } = call;
  await queries.insertIdentityProof(tx, { sessionId, proof, now: context.now() });
  const auditRecord = sessionRecord('confirm-identity', sessionId, actor, call);
  await appendAudit(tx, context, { ...auditRecord, detail: { confirmedBy: proof } });
  return {};
}

/**
 * Uses up the confirmation of this session and returns its kind; undefined if there is none, or none recent.
 */
export function consumeIdentityProof(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  sessionId: string,
): Promise<IdentityProof | undefined> {
  const since = new Date(now().getTime() - confirmedMinutes * 60_000);
  return queries.consumeIdentityProof(tx, { sessionId, since, now: now() });
}
