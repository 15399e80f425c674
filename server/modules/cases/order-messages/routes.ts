import { orderMessages } from '#contract/order-messages.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { readsOrder } from '#server/modules/cases/work-orders/service.ts';
import { presentOrderMessages, readSendingChoices, sendOrderMessage } from './service.ts';

/** Serves the messages that people of the office send about one order (S1 §7). */
export function mountOrderMessages(app: App): void {
  route(app, orderMessages.choices, readsOrder, ({ context, actor, order }) =>
    readSendingChoices(context, actor, order),
  );
  route(app, orderMessages.send, readsOrder, (call) => sendOrderMessage(call, call.body));
  route(app, orderMessages.list, readsOrder, ({ context, order, query }) =>
    presentOrderMessages(context, order, query),
  );
}
