import { secondFactor } from '#contract/second-factor.ts';
import { openWithLimits, staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { limitsOfSignInCalls } from './login-limits.ts';
import {
  beginOwnFactorChange,
  confirmOwnFactor,
  readOwnFactor,
  removeOwnFactor,
  renewOwnRecoveryCodes,
} from './own-factor.ts';
import { confirmIdentity } from './own-identity.ts';
import { beginEnrolmentAtLogin, enrolAtLogin, finishLogin } from './second-step.ts';

/** Mounts the second step of a sign-in, before any session, and the settings of one's own second factor. */
export function mountSecondFactor(app: App): void {
  const signIn = openWithLimits(limitsOfSignInCalls, 'tooManyAttempts');
  route(app, secondFactor.finish, signIn, (call) => finishLogin(call.context, call.body, call));
  route(app, secondFactor.beginAtLogin, signIn, ({ context, body }) => beginEnrolmentAtLogin(context, body));
  route(app, secondFactor.enrolAtLogin, signIn, (call) => enrolAtLogin(call.context, call.body, call));
  route(app, secondFactor.mine, staff, readOwnFactor);
  route(app, secondFactor.begin, staff, (call) => beginOwnFactorChange(call, call.body));
  route(app, secondFactor.confirm, staff, (call) => confirmOwnFactor(call, call.body));
  route(app, secondFactor.renewCodes, staff, (call) => renewOwnRecoveryCodes(call, call.body));
  route(app, secondFactor.confirmIdentity, staff, (call) => confirmIdentity(call, call.body));
  route(app, secondFactor.remove, staff, (call) => removeOwnFactor(call, call.body));
}
