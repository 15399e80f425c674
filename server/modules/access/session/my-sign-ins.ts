import type { MySignIns, mySignIns } from '#contract/my-sign-ins.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { type ActingCall, actOnce, listOwnLoginEvents } from '#server/modules/access/audit/service.ts';
import { deleteHalfSessionsOf } from './half-session.queries.ts';
import * as ownQueries from './my-sign-ins.queries.ts';
import { revokeDevices } from './queries.ts';
import { notifySessionsEnded } from './session-record.ts';

/** Lists a person's own sessions, remembered browsers and last login events (docs/decisions/0022). */
export async function listMySignIns({
  context,
  actor,
  sessionId,
}: {
  context: Context;
  actor: Actor;
  sessionId: string;
}): Promise<MySignIns> {
  const [sessions, browsers, events] = await Promise.all([
    ownQueries.listOwnSessions(context.db, actor.staffId, context.now()),
    ownQueries.listOwnBrowsers(context.db, actor.staffId),
    listOwnLoginEvents(context, actor),
  ]);
  return {
    sessions: sessions.map(({ createdAt, seenAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
      own: row.id === sessionId,
    })),
    browsers: browsers.map(({ usedAt, ...row }) => ({ ...row, usedAt: usedAt.toISOString() })),
    events,
  };
}

/** Ends one of the person's own sessions; its open pages are notified. */
export function endMySession(call: ActingCall<typeof mySignIns.end> & { sessionId: string }, id: string) {
  const { context, actor, sessionId } = call;
  return actOnce(call, async (tx) => {
    if (id === sessionId) {
      return refuse('sessionNotEndable', { message: '这是您正在使用的会话，请使用“退出登录”' });
    }
    const filter = { staffId: actor.staffId, exceptId: sessionId, id };
    const ended = await ownQueries.endOwnSessions(tx, filter, context.now());
    if (ended.length === 0) return refuse('notFound', { message: '该会话已经结束' });
    await notifySessionsEnded(tx, ended);
    return {
      answer: { ended: ended.length },
      auditRecord: {
        chain: 'session',
        action: 'session.end-own',
        objectKind: 'session',
        objectId: id,
        detail: {},
      },
    };
  });
}

/**
 * Ends every other session of the person and every unfinished sign-in, and revokes the browsers that could
 * sign in without the password.
 */
export function endMyOtherSessions(call: ActingCall<typeof mySignIns.endOthers> & { sessionId: string }) {
  const { context, actor, sessionId } = call;
  return actOnce(call, async (tx) => {
    const filter = { staffId: actor.staffId, exceptId: sessionId };
    await deleteHalfSessionsOf(tx, actor.staffId);
    const ended = await ownQueries.endOwnSessions(tx, filter, context.now());
    await notifySessionsEnded(tx, ended);
    const forgotten = await revokeDevices(tx, actor.staffId, context.now());
    const answer = { ended: ended.length, forgotten };
    return {
      answer,
      auditRecord: {
        chain: 'session',
        action: 'session.end-others',
        objectKind: 'staff',
        objectId: actor.staffId,
        detail: answer,
      },
    };
  });
}

/** Revokes one browser: the next sign-in there requires the password. */
export function revokeMyBrowser(call: ActingCall<typeof mySignIns.forgetBrowser>, id: string) {
  const { context, actor } = call;
  return actOnce(call, async (tx) => {
    if (!(await ownQueries.revokeBrowser(tx, actor.staffId, id, context.now()))) return refuse('notFound');
    return {
      answer: {},
      auditRecord: {
        chain: 'session',
        action: 'session.forget-device',
        objectKind: 'staff',
        objectId: actor.staffId,
        detail: {},
      },
    };
  });
}
