import { signOn } from '#contract/sign-on.ts';
import { openWithLimits } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { portalOrigin } from '#server/kernel/http/portal-origin.ts';
import { finishSignOn, limitsOfSignOn, startSignOn } from './service.ts';

export function mountSignOn(app: App): void {
  route(app, signOn.start, openWithLimits(limitsOfSignOn('start')), (call) =>
    startSignOn(call.context, { r: call.body.r, origin: portalOrigin(call) }),
  );
  route(app, signOn.finish, openWithLimits(limitsOfSignOn('finish'), 'tooManyAttempts'), (call) =>
    finishSignOn(call.context, call.body, call),
  );
}
