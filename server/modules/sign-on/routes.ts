import { signOn } from '#contract/sign-on.ts';
import { open } from '#server/http/access.ts';
import { portalOrigin } from '#server/http/portal-origin.ts';
import { type App, route } from '#server/http/route.ts';
import { finish, start } from './service.ts';

export function mountSignOn(app: App): void {
  route(app, signOn.start, open, (call) =>
    start(call.context, { r: call.body.r, origin: portalOrigin(call) }, call),
  );
  route(app, signOn.finish, open, (call) => finish(call.context, call.body, call));
}
