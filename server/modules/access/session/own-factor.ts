import type { RefusalOf } from '#contract/endpoint.ts';
import type { Enrolment, OwnFactor, RecoveryCodes, secondFactor } from '#contract/second-factor.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import {
  consumeCode,
  enrol,
  findFactor,
  removeFactor,
  renewRecoveryCodes,
  startEnrolment,
} from '#server/modules/access/second-factor/service.ts';
import { countCodeAttempt } from './counted-code.ts';
import { verifyOwnPassword } from './own-password.ts';
import * as queries from './queries.ts';
import { type Origin, sessionRecord } from './session-record.ts';

/** The own second factor of a signed-in person (docs/decisions/0133). */

interface OwnFactorCall extends Origin {
  context: Context;
  actor: Actor;
  sessionId: string;
}

/** Returns the state of the person's own second factor. */
export async function readOwnFactor({
  context,
  actor,
}: Pick<OwnFactorCall, 'context' | 'actor'>): Promise<OwnFactor> {
  const { enrolledAt, recoveryCodesLeft, obliged } = await findFactor(context.db, actor.staffId);
  return { enrolledAt: enrolledAt?.toISOString() ?? null, recoveryCodesLeft, obliged };
}

const ownerOf = (call: OwnFactorCall) => ({
  ownerHash: `session:${call.sessionId}`,
  staffId: call.actor.staffId,
});

/**
 * Shows a new secret to a person who has given the password, and a code of the factor that it will replace.
 */
export async function beginOwnFactorChange(
  call: OwnFactorCall,
  input: { password: string; ticket: string; code: string },
): Promise<Enrolment | RefusalOf<typeof secondFactor.begin>> {
  const { context, actor } = call;
  const show = (tx: Tx) =>
    startEnrolment({ ...context, db: tx }, { ...ownerOf(call), account: actor.account });
  const { secretSealed } = await findFactor(context.db, actor.staffId);
  if (secretSealed !== null) return withCodeAndPassword(call, input, show);
  const verified = await verifyOwnPassword(context, actor, input, call);
  if (isRefusal(verified)) return verified;
  return inTransaction(context.db, async (tx) => {
    await queries.lockPerson(tx, actor.staffId);
    // A factor was set up elsewhere while the password was checked: without its code it is not replaced.
    const current = await findFactor(tx, actor.staffId);
    return current.secretSealed === null ? show(tx) : refuse('wrongCode');
  });
}

/** Makes the secret that was shown in this session the own factor, after its first code. */
export async function confirmOwnFactor(
  call: OwnFactorCall,
  { code }: { code: string },
): Promise<RecoveryCodes | RefusalOf<typeof secondFactor.confirm>> {
  const answer = await countCodeAttempt(call, () =>
    inTransaction(call.context.db, async (tx) => {
      if (!(await queries.lockPerson(tx, call.actor.staffId))) return refuse('loginStepOver');
      const enrolment = await enrol(tx, call.context, ownerOf(call), code);
      if (enrolment === 'wrong') return refuse('wrongCode');
      if (enrolment === 'none') {
        return refuse('loginStepOver', { message: '二维码已失效，请重新开始' });
      }
      await recordFactorChange(tx, call, 'enrol-factor');
      return enrolment;
    }),
  );
  return answer;
}

/** Creates ten new recovery codes; the earlier ones become invalid. */
export async function renewOwnRecoveryCodes(
  call: OwnFactorCall,
  input: { password: string; ticket: string; code: string },
): Promise<RecoveryCodes | RefusalOf<typeof secondFactor.renewCodes>> {
  return withCodeAndPassword(call, input, async (tx) => {
    const recoveryCodes = await renewRecoveryCodes(tx, call.context, call.actor.staffId);
    await recordFactorChange(tx, call, 'renew-recovery-codes');
    return { recoveryCodes };
  });
}

/** Removes the own factor, if the office does not require it. */
export async function removeOwnFactor(
  call: OwnFactorCall,
  input: { password: string; ticket: string; code: string },
): Promise<Record<string, never> | RefusalOf<typeof secondFactor.remove>> {
  if ((await findFactor(call.context.db, call.actor.staffId)).obliged) return refuse('secondFactorObliged');
  return withCodeAndPassword(call, input, async (tx) => {
    await removeFactor(tx, call.actor.staffId);
    await recordFactorChange(tx, call, 'remove-factor');
    return {};
  });
}

type OwnFactorRefusal = Refusal<
  'badInput' | 'busy' | 'wrongCredentials' | 'wrongCode' | 'tooManyAttempts' | 'secondFactorMissing'
>;

/** Does the work in one transaction with the code that permits it, after the right password. */
async function withCodeAndPassword<Result extends object>(
  call: OwnFactorCall,
  input: { password: string; ticket: string; code: string },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | OwnFactorRefusal> {
  const { context, actor } = call;
  const { secretSealed } = await findFactor(context.db, actor.staffId);
  if (secretSealed === null) return refuse('secondFactorMissing');
  const verified = await verifyOwnPassword(context, actor, input, call);
  if (isRefusal(verified)) return verified;
  return countCodeAttempt(call, () =>
    inTransaction(context.db, async (tx) => {
      const current = await queries.lockPerson(tx, actor.staffId);
      if (current?.password_hash !== verified.passwordHash) return refuse('wrongCredentials');
      const proof = await consumeCode(tx, context, actor.staffId, input.code);
      return proof === undefined ? refuse('wrongCode') : work(tx);
    }),
  );
}

async function recordFactorChange(tx: Tx, call: OwnFactorCall, verb: string): Promise<void> {
  const { context, actor } = call;
  await appendAudit(tx, context, { ...sessionRecord(verb, actor.staffId, actor, call), objectKind: 'staff' });
}
