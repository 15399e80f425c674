import type { Tx } from '#server/kernel/database/transaction.ts';
import { notify } from '#server/kernel/http/notify.ts';

/** The origin of a call, for limits and the audit log. */
export interface Origin {
  ip: string;
  userAgent: string;
  requestId: string;
}

/** Returns the audit record of a change to a session or a password. */
export function sessionRecord(
  verb: string,
  sessionId: string,
  actor: { staffId: string; name: string },
  origin: Pick<Origin, 'requestId'>,
) {
  return {
    chain: 'session',
    actor,
    action: `session.${verb}`,
    objectKind: 'session',
    objectId: sessionId,
    requestId: origin.requestId,
  };
}

/** Notifies the open pages of these sessions that they have ended. */
export async function notifySessionsEnded(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  await notify(tx, { topics: sessionIds.map((id) => `session:${id}`), event: 'session', id: '' });
}
