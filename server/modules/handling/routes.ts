import { handling } from '#contract/handling.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { order, staff } from '#server/http/access.ts';
import { type App, route } from '#server/http/route.ts';
import { readOrder } from '#server/modules/work-orders/service.ts';
import * as service from './service.ts';

export function mountHandling(app: App): void {
  route(app, handling.handle, order('act'), (call) => service.handle(call, call.body));
  route(app, handling.withdraw, order('act'), (call) =>
    service.withdraw(call, { ...call.params, ...call.body }),
  );
  route(app, handling.recall, order('act'), async (call) => {
    const found = await readOrder(call.context, call.actor, { code: call.params.workorderCode });
    if (isRefusal(found)) return found;
    return service.recall(call, { workorderId: found.order.id, reason: call.body.reason });
  });
  route(app, handling.handleCheck, order('read'), ({ context, actor, query }) =>
    service.handleCheck(context, actor, query),
  );
  route(app, handling.checkRevoke, order('read'), ({ context, actor, params }) =>
    service.revokeCheck(context, actor, params.workorderCode),
  );
  route(app, handling.returnNodes, order('read'), ({ context, actor, query }) =>
    service.returnNodes(context, actor, query),
  );
  route(app, handling.returnPreview, order('read'), ({ context, actor, query }) =>
    service.returnPreview(context, actor, query),
  );
  route(app, handling.branchNodes, order('read'), ({ context, actor, query }) =>
    service.branchChoices(context, actor, query),
  );
  route(app, handling.nextNodeUsers, order('read'), ({ context, actor, query }) =>
    service.nextNodeUsers(context, actor, query),
  );
  route(app, handling.nextNodes, order('read'), ({ context, actor, body }) =>
    service.nextNodeUsers(context, actor, body),
  );
  route(app, handling.buttons, staff, ({ context, query }) => service.nodeButtons(context, query));
}
