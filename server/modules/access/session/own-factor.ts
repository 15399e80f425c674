import type { RefusalOf } from '#contract/endpoint.ts';
import type { Enrolment, OwnFactor, RecoveryCodes, secondFactor } from '#contract/second-factor.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import {
  enrol,
  findFactor,
  removeFactor,
  renewRecoveryCodes,
  showSecret,
  takeCode,
} from '#server/modules/access/second-factor/service.ts';
import { countedCode } from './counted-code.ts';
import { proveOwnPassword } from './own-password.ts';
import * as queries from './queries.ts';
import { type Origin, sessionNote } from './session-note.ts';

/** The own second factor of a signed-in person (docs/decisions/0133). */

interface OwnCall extends Origin {
  context: Context;
  actor: Actor;
  sessionId: string;
}

/** Returns the state of the person's own second factor. */
export async function readOwnFactor({
  context,
  actor,
}: Pick<OwnCall, 'context' | 'actor'>): Promise<OwnFactor> {
  const { enrolledAt, recoveryCodesLeft, obliged } = await findFactor(context.db, actor.staffId);
  return { enrolledAt: enrolledAt?.toISOString() ?? null, recoveryCodesLeft, obliged };
}

const ownerOf = (call: OwnCall) => ({ ownerHash: `session:${call.sessionId}`, staffId: call.actor.staffId });

/**
 * Shows a new secret to a person who has given the password, and a code of the factor that it will replace.
 */
export async function beginOwn(
  call: OwnCall,
  sent: { password: string; ticket: string; code: string },
): Promise<Enrolment | RefusalOf<typeof secondFactor.begin>> {
  const { context, actor } = call;
  const show = (tx: Tx) => showSecret({ ...context, db: tx }, { ...ownerOf(call), account: actor.account });
  const { secretSealed } = await findFactor(context.db, actor.staffId);
  if (secretSealed !== null) return withBoth(call, sent, show);
  const proven = await proveOwnPassword(context, actor, sent, call);
  if (isRefusal(proven)) return proven;
  return inTransaction(context.db, async (tx) => {
    await queries.lockPerson(tx, actor.staffId);
    // A factor was set up elsewhere while the password was checked: without its code it is not replaced.
    const current = await findFactor(tx, actor.staffId);
    return current.secretSealed === null ? show(tx) : refuse('wrongCode');
  });
}

/** Makes the secret that was shown in this session the own factor, after its first code. */
export async function confirmOwn(
  call: OwnCall,
  { code }: { code: string },
): Promise<RecoveryCodes | RefusalOf<typeof secondFactor.confirm>> {
  const answer = await countedCode(call, () =>
    inTransaction(call.context.db, async (tx) => {
      if (!(await queries.lockPerson(tx, call.actor.staffId))) return refuse('loginStepOver');
      const enrolled = await enrol(tx, call.context, ownerOf(call), code);
      if (enrolled === 'wrong') return refuse('wrongCode');
      if (enrolled === 'none') {
        return refuse('loginStepOver', { message: '二维码已失效，请重新开始' });
      }
      await write(tx, call, 'enrol-factor');
      return enrolled;
    }),
  );
  return answer;
}

/** Creates ten new recovery codes; the earlier ones become invalid. */
export async function renewOwnCodes(
  call: OwnCall,
  sent: { password: string; ticket: string; code: string },
): Promise<RecoveryCodes | RefusalOf<typeof secondFactor.renewCodes>> {
  return withBoth(call, sent, async (tx) => {
    const recoveryCodes = await renewRecoveryCodes(tx, call.context, call.actor.staffId);
    await write(tx, call, 'renew-recovery-codes');
    return { recoveryCodes };
  });
}

/** Removes the own factor, if the office does not require it. */
export async function removeOwn(
  call: OwnCall,
  sent: { password: string; ticket: string; code: string },
): Promise<Record<string, never> | RefusalOf<typeof secondFactor.remove>> {
  if ((await findFactor(call.context.db, call.actor.staffId)).obliged) return refuse('secondFactorObliged');
  return withBoth(call, sent, async (tx) => {
    await removeFactor(tx, call.actor.staffId);
    await write(tx, call, 'remove-factor');
    return {};
  });
}

type NotBoth = Refusal<
  'badInput' | 'busy' | 'wrongCredentials' | 'wrongCode' | 'tooManyAttempts' | 'secondFactorMissing'
>;

/** Does the work in one transaction with the code that permits it, after the right password. */
async function withBoth<Done extends object>(
  call: OwnCall,
  sent: { password: string; ticket: string; code: string },
  work: (tx: Tx) => Promise<Done>,
): Promise<Done | NotBoth> {
  const { context, actor } = call;
  const { secretSealed } = await findFactor(context.db, actor.staffId);
  if (secretSealed === null) return refuse('secondFactorMissing');
  const proven = await proveOwnPassword(context, actor, sent, call);
  if (isRefusal(proven)) return proven;
  return countedCode(call, () =>
    inTransaction(context.db, async (tx) => {
      const current = await queries.lockPerson(tx, actor.staffId);
      if (current?.password_hash !== proven.passwordHash) return refuse('wrongCredentials');
      const proof = await takeCode(tx, context, actor.staffId, sent.code);
      return proof === undefined ? refuse('wrongCode') : work(tx);
    }),
  );
}

async function write(tx: Tx, call: OwnCall, verb: string): Promise<void> {
  const { context, actor } = call;
  await appendAudit(tx, context, { ...sessionNote(verb, actor.staffId, actor, call), objectKind: 'staff' });
}
