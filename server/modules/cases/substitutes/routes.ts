import { substitutes } from '#contract/substitutes.ts';
import { Permission } from '#domain/access/actor.ts';
import { matters, permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { allSubstitutes, endRule, endRuleFor, mySubstitutes, setRule, setRuleFor } from './service.ts';

const administer = permission(Permission.administer);

export function mountSubstitutes(app: App): void {
  route(app, substitutes.mine, matters, ({ context, actor }) => mySubstitutes(context, actor));
  route(app, substitutes.set, matters, (call) => setRule(call, call.body));
  route(app, substitutes.end, matters, (call) => endRule(call, call.params.id));
  route(app, substitutes.all, administer, ({ context, query }) => allSubstitutes(context, query));
  route(app, substitutes.setForOther, administer, (call) => setRuleFor(call, call.body));
  route(app, substitutes.endForOther, administer, (call) =>
    endRuleFor(call, call.params.id, call.body.reason),
  );
}
