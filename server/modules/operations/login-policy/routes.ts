import { loginPolicy } from '#contract/login-policy.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import * as service from './service.ts';

/** Mounts the calls of the sign-in policy for the security administrator (docs/decisions/0133). */
export function mountLoginPolicy(app: App): void {
  const manageSecurity = permission(Permission.manageSecurity);
  route(app, loginPolicy.show, manageSecurity, ({ context }) => service.readLoginPolicy(context));
  route(app, loginPolicy.save, manageSecurity, (call) => service.saveLoginPolicy(call, call.body));
  route(app, loginPolicy.effect, manageSecurity, ({ context, body }) =>
    service.countAffectedPeople(context, body),
  );
  route(app, loginPolicy.people, manageSecurity, (call) => service.listFactorStates(call, call.query));
  route(app, loginPolicy.reset, manageSecurity, (call) =>
    service.resetFactor(call, call.params.id, call.body.reason),
  );
}
