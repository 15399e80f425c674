import { mySignIns } from '#contract/my-sign-ins.ts';
import { session } from '#contract/session.ts';
import { sessions } from '#contract/sign-ins.ts';
import { type Actor, Permission } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import {
  open,
  openWithLimits,
  permission,
  staff,
  staffWithAnyPassword,
  ticket,
} from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import type { EventHub } from '#server/kernel/http/event-hub.ts';
import { portalOrigin } from '#server/kernel/http/portal-origin.ts';
import { signOutHeaders } from '#server/kernel/http/security.ts';
import { endSession, endSessionsOf, listSessions } from './all-sessions.ts';
import { createCaptcha } from './captcha.ts';
import { changePassword } from './change-password.ts';
import { type MayFollowOrder, streamEvents } from './events.ts';
import { mountSecondFactor } from './factor-routes.ts';
import { login } from './login.ts';
import { limitsOfCaptcha, limitsOfSignInCalls } from './login-limits.ts';
import { endMyOtherSessions, endMySession, listMySignIns, revokeMyBrowser } from './my-sign-ins.ts';
import { getPublicKey } from './password-transport.ts';
import { presentCurrentUser } from './present.ts';
import * as service from './service.ts';

/**
 * Returns the address at which the unified login continues a sign-out, so that the provider ends its own
 * session too.
 */
export type FindSignOutAddress = (
  context: Context,
  token: string,
  returnTarget: { origin: string; path: string },
) => Promise<string | undefined>;

/**
 * Refuses a ticket for a download that the person may no longer have; the module of the download provides it.
 */
export type RefusalOfTicket = (
  call: { context: Context; actor: Actor },
  subject: string,
) => Promise<Refusal<'forbidden'> | undefined>;

export function mountSession(
  app: App,
  hub: EventHub,
  mayFollow: MayFollowOrder,
  findSignOutAddress: FindSignOutAddress,
  refusalOfTicket: RefusalOfTicket,
): void {
  route(app, session.captcha, openWithLimits(limitsOfCaptcha), ({ context, query }) =>
    createCaptcha(context, query.kind),
  );
  route(app, session.publicKey, open, async ({ context }) => ({
    algorithm: 'SM2' as const,
    publicKey: await getPublicKey(context),
  }));
  const signIn = openWithLimits(limitsOfSignInCalls, 'tooManyAttempts');
  route(app, session.login, signIn, (call) => login(call.context, call.body, call));
  route(app, session.loginForm, signIn, (call) => login(call.context, call.body, call));
  route(app, session.currentUser, staffWithAnyPassword, ({ context, caller }) =>
    caller ? presentCurrentUser(context, caller) : refuse('fault'),
  );
  route(app, session.logout, staffWithAnyPassword, async (call) => {
    await service.logout(call.context, call.actor, call.sessionId, call);
    call.reply.headers(signOutHeaders);
    return {};
  });
  // Open, because the session may have ended before the second sign-out (S0 §2); a session that is still
  // active ends here.
  route(app, session.singleLogout, open, async (call) => {
    const { context, caller, query, reply } = call;
    if (caller) await service.logout(context, caller.actor, caller.sessionId, call);
    reply.headers(signOutHeaders);
    const target = service.safeRedirect(query.redirectURI, context.config.redirectOrigins);
    const token = String(call.request.headers['x-access-token'] ?? '');
    const returnTarget = { origin: portalOrigin(call), path: target };
    return { redirect_uri: (await findSignOutAddress(context, token, returnTarget)) ?? target };
  });
  route(app, session.changePassword, staffWithAnyPassword, async (call) => {
    const answer = await changePassword(call.context, call.actor, call.body, call);
    return isRefusal(answer) ? answer : {};
  });
  route(app, session.forgetDevice, staff, async (call) => {
    await service.revokeDevice(call.context, call.actor, call.body.deviceToken, call);
    return {};
  });
  route(app, session.createTicket, staffWithAnyPassword, async (call) => {
    const { context, actor, sessionId, body } = call;
    const refusal = body.purpose === 'download' ? await refusalOfTicket(call, body.subject) : undefined;
    return refusal ?? (await service.createTicket(context, { staffId: actor.staffId, sessionId }, body));
  });
  route(app, session.events, ticket('events'), (call) => streamEvents(call, hub, mayFollow));
  mountSecondFactor(app);
  route(app, mySignIns.show, staff, listMySignIns);
  route(app, mySignIns.end, staff, (call) => endMySession(call, call.params.id));
  route(app, mySignIns.endOthers, staff, endMyOtherSessions);
  route(app, mySignIns.forgetBrowser, staff, (call) => revokeMyBrowser(call, call.params.id));
  const manageSecurity = permission(Permission.manageSecurity);
  route(app, sessions.list, manageSecurity, (call) => listSessions(call, call.query));
  route(app, sessions.end, manageSecurity, (call) => endSession(call, call.params.id));
  route(app, sessions.endAllOf, manageSecurity, (call) => endSessionsOf(call, call.params.id));
}
