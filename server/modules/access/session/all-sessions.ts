import type { z } from 'zod';
import type { SessionRow, sessions } from '#contract/sign-ins.ts';
import { Permission } from '#domain/access/actor.ts';
import { SessionEnd, sessionEndText } from '#domain/access/session-end.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import * as sessionQueries from './all-sessions.queries.ts';
import { endSessions } from './queries.ts';
import { endAllSessions } from './service.ts';
import { notifySessionsEnded } from './session-record.ts';

const authorization = { permission: Permission.manageSecurity };

/** Lists the sessions of all users, for the security administrator. */
export async function listSessions(
  { context, sessionId }: { context: Context; sessionId: string },
  filter: z.output<(typeof sessions.list)['query']>,
): Promise<{ rows: SessionRow[]; total: number }> {
  const { rows, total } = await sessionQueries.listAllSessions(context.db, filter, context.now());
  return {
    total,
    rows: rows.map(({ endReason, ...row }) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      seenAt: row.seenAt.toISOString(),
      own: row.id === sessionId,
      endText: row.living ? '' : sessionEndText(endReason),
    })),
  };
}

const ownSession = refuse('sessionNotEndable', { message: '这是您正在使用的会话，请使用“退出登录”' });

/** Ends one session; its open pages are notified and ask to sign in. */
export function endSession(call: ActingCall<typeof sessions.end> & { sessionId: string }, id: string) {
  const { context } = call;
  return actIfStillAllowed(call, authorization, async (tx) => {
    if (id === call.sessionId) return ownSession;
    const session = await sessionQueries.lockActiveSession(tx, id, context.now());
    if (!session) return refuse('notFound', { message: '该会话已经结束' });
    const ended = await endSessions(tx, { id }, SessionEnd.byAdministrator, context.now());
    await notifySessionsEnded(tx, ended);
    return {
      answer: { ended: ended.length },
      auditRecord: {
        chain: 'session',
        action: 'session.end',
        objectKind: 'session',
        objectId: id,
        detail: { staffId: session.staffId, account: session.account },
      },
    };
  });
}

/** Ends every session of a person and revokes the browsers that could sign in without the password. */
export function endSessionsOf(
  call: ActingCall<typeof sessions.endAllOf> & { actor: { staffId: string } },
  staffId: string,
) {
  const { context } = call;
  return actIfStillAllowed(call, authorization, async (tx) => {
    if (staffId === call.actor.staffId) return ownSession;
    const account = await sessionQueries.findAccount(tx, staffId);
    if (account === undefined) return refuse('notFound');
    const ended = await endAllSessions(tx, context, staffId, SessionEnd.byAdministrator);
    return {
      answer: { ended },
      auditRecord: {
        chain: 'session',
        action: 'session.end-all',
        objectKind: 'staff',
        objectId: staffId,
        detail: { account, ended },
      },
    };
  });
}
