import { SessionEnd } from '#domain/access/session-end.ts';
import { MessageEvent } from '#domain/messages/message-event.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { consumeIdentityProof, endAllSessions } from '#server/modules/access/session/service.ts';
import { sendMessages } from '#server/modules/cases/messages/service.ts';
import { listOtherAdministrators, lockPeople } from './identity-changes.queries.ts';

/**
 * A person whose account name or identity number is changed: the unified login may find the account by
 * each of them (0132).
 */
export interface IdentityChange {
  staffId: string;
  name: string;
  /** The account before the change. */
  account: string;
  permissions: readonly string[];
  changed: readonly ('account' | 'idCard')[];
}

/** The administrator who makes the change, whose session has the proof of identity. */
export interface IdentityChangeCall {
  readonly actor: { readonly staffId: string; readonly name: string };
  /** Left out if the change concerns no people. */
  readonly call?: { readonly sessionId: string; readonly requestId: string };
}

const fieldTexts = { account: '账号', idCard: '身份证号' } as const;
const textOf = (changed: IdentityChange['changed']) => changed.map((field) => fieldTexts[field]).join('、');

/** Maximum number of people named in one message; further ones are only counted. */
const maxListedPeople = 20;

/**
 * Guards changes of the fields by which the unified login finds people: a changed number opens the account to
 * another card. For people with administrator permissions it requires proof of identity, ends their sessions,
 * notifies them and the other administrators, and writes an audit record, for every kind of change
 * (docs/decisions/0170).
 */
export async function guardIdentityChanges(
  tx: Tx,
  context: Context,
  { actor, call }: IdentityChangeCall,
  changes: readonly IdentityChange[],
): Promise<Refusal<'identityNotConfirmed'> | undefined> {
  const guarded = changes.filter(({ permissions, changed }) => permissions.length > 0 && changed.length > 0);
  if (guarded.length === 0) return undefined;
  // People are locked before their sessions, in the same order as for the identity proof.
  await lockPeople(tx, [actor.staffId, ...guarded.map(({ staffId }) => staffId)]);
  const confirmedBy = call && (await consumeIdentityProof(tx, context, call.sessionId));
  if (!call || confirmedBy === undefined) return refuse('identityNotConfirmed');
  for (const { staffId } of guarded) await endAllSessions(tx, context, staffId, SessionEnd.byAdministrator);
  const notified = await listOtherAdministrators(tx, [
    actor.staffId,
    ...guarded.map(({ staffId }) => staffId),
  ]);
  const changesText = guarded
    .slice(0, maxListedPeople)
    .map(({ name, account, changed }) => `${name}（${account}）的${textOf(changed)}`)
    .join('；');
  const rest = guarded.length > maxListedPeople ? `等 ${guarded.length} 人` : '';
  await sendMessages(tx, context, [
    ...guarded.map(({ staffId, changed }) => ({
      staffId,
      kind: MessageEvent.system,
      title: `您的${textOf(changed)}已被修改（${actor.name}）`,
      content: `${actor.name}修改了您的${textOf(changed)}，已登录的会话随之结束。如非您本人提出，请立即联系安全管理员。`,
    })),
    ...notified.map(({ staffId }) => ({
      staffId,
      kind: MessageEvent.system,
      title: `人员的登录标识已被修改（${actor.name}：${guarded.length} 人）`,
      content: `${actor.name}修改了${changesText}${rest}。统一身份认证凭此确定登录人，请核对是否应当修改。`,
    })),
  ]);
  for (const { staffId, account, changed } of guarded)
    await appendAudit(tx, context, {
      chain: 'account',
      action: 'account.identity',
      objectKind: 'staff',
      objectId: staffId,
      // `told` is the stored name of the notified administrators.
      detail: { account, changed, confirmedBy, told: notified.map((recipient) => recipient.account) },
      actor,
      requestId: call.requestId,
    });
  return undefined;
}
