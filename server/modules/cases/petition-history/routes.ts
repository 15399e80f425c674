import { petitionHistory } from '#contract/petition-history.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { readsOrder } from '#server/modules/cases/work-orders/service.ts';
import { historyOfOrder, historyOfPetitioner } from './service.ts';

export function mountPetitionHistory(app: App): void {
  route(app, petitionHistory.ofOrder, readsOrder, ({ context, actor, requestId, order, body }) =>
    historyOfOrder({ context, actor, requestId }, order, body),
  );
  route(app, petitionHistory.ofPetitioner, permission(Permission.initiate), (call) =>
    historyOfPetitioner(call, call.body),
  );
}
