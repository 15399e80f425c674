import { handOvers } from '#contract/hand-overs.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { removeViewOfDeparted } from '#server/modules/portal/list-views/service.ts';
import {
  findDepartingPeople,
  moveNextTasks,
  pageOfHandOvers,
  pageOfUnattendedTasks,
  previewHandOver,
  readHandOver,
  startHandOver,
} from './service.ts';

const administer = permission(Permission.administer);

export function mountHandOvers(app: App): void {
  route(app, handOvers.page, administer, ({ context, query }) => pageOfHandOvers(context, query));
  route(app, handOvers.unattended, administer, ({ context, query }) => pageOfUnattendedTasks(context, query));
  route(app, handOvers.people, administer, ({ context, query }) =>
    findDepartingPeople(context, query.keyword),
  );
  route(app, handOvers.preview, administer, ({ context, actor, body }) =>
    previewHandOver(context, actor, body),
  );
  route(app, handOvers.start, administer, (call) => startHandOver(call, call.body));
  route(app, handOvers.detail, administer, ({ context, params }) => readHandOver(context, params.id));
  route(app, handOvers.removeView, administer, (call) => removeViewOfDeparted(call, call.params.id));
  route(app, handOvers.move, administer, (call) => moveNextTasks(call, call.params.id, call.body));
}
