import { randomUUID } from 'node:crypto';
import { SessionEnd } from '#domain/access/session-end.ts';
import type { Context } from '#server/framework/context.ts';
import { type Db, inTransaction } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { removeFactor } from '#server/modules/access/second-factor/service.ts';
import { endAllSessions, hashPassword, unlockSignIn } from '#server/modules/access/session/service.ts';
import { oneTimePasswordOf } from './one-time-password.ts';
import * as queries from './queries.ts';

/**
 * Sets a one-time password by a command on the server, and removes the second factor: the only way for
 * administrators of the portal (docs/decisions/0085, 0133). Undefined if there is no such account in service.
 */
export async function resetOnServer(
  context: Pick<Context, 'now' | 'crypto'> & { db: Db },
  account: string,
): Promise<{ name: string; oneTimePassword: string } | undefined> {
  const requestId = randomUUID();
  const oneTimePassword = oneTimePasswordOf(context.crypto, requestId);
  const hash = await hashPassword(oneTimePassword);
  return inTransaction(context.db, async (tx) => {
    const id = await queries.findAccountId(tx, account);
    const row = id === undefined ? undefined : await queries.lockAccountRow(tx, id);
    if (!row || row.disabled) return undefined;
    await queries.setOneTimePassword(tx, row.id, hash, context.now());
    const endedSessions = await endAllSessions(tx, context, row.id, SessionEnd.passwordReset);
    await unlockSignIn(tx, row);
    const factorRemoved = await removeFactor(tx, row.id);
    await appendAudit(tx, context, {
      chain: 'account',
      actor: undefined,
      action: 'account.reset-password',
      objectKind: 'staff',
      objectId: row.id,
      detail: { account, endedSessions, onServer: true, factorRemoved },
      requestId,
    });
    return { name: row.name, oneTimePassword };
  });
}
