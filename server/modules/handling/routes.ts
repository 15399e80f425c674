import { handling } from '#contract/handling.ts';
import { order, staff } from '#server/http/access.ts';
import { type App, route } from '#server/http/route.ts';
import { readOrder, readsOrder } from '#server/modules/work-orders/service.ts';
import * as service from './service.ts';

/** The order is read with its lock in hand, and so is the right to see it: no read before the one that acts. */
const actsOnNamed = order('act', async (_context, _actor, named) => named);

export function mountHandling(app: App): void {
  route(app, handling.handle, actsOnNamed, (call) => service.handle(call, call.order, call.body));
  route(app, handling.withdraw, actsOnNamed, (call) => service.withdraw(call, call.order, call.body));
  route(app, handling.recall, order('act', readOrder), (call) =>
    service.recall(call, call.order.order, call.body),
  );
  route(app, handling.handleCheck, readsOrder, ({ actor, order }) => service.handleCheck(actor, order));
  route(app, handling.checkRevoke, readsOrder, ({ actor, order }) => service.revokeCheck(actor, order));
  route(app, handling.returnNodes, readsOrder, ({ actor, order, query }) =>
    service.returnNodes(actor, order, query),
  );
  route(app, handling.returnPreview, readsOrder, ({ context, actor, order, query }) =>
    service.returnPreview(context, actor, order, query),
  );
  route(app, handling.branchNodes, readsOrder, ({ actor, order }) => service.branchChoices(actor, order));
  route(app, handling.nextNodeUsers, readsOrder, ({ context, actor, order, query }) =>
    service.nextNodeUsers(context, actor, order, query),
  );
  route(app, handling.nextNodes, readsOrder, ({ context, actor, order, body }) =>
    service.nextNodeUsers(context, actor, order, body),
  );
  route(app, handling.buttons, staff, ({ context, query }) => service.nodeButtons(context, query));
}
