import { copies } from '#contract/copies.ts';
import { matters } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { actsOnTask, actsOutOfFlow, copy, leaveNote } from '#server/modules/cases/handling/service.ts';
import { countCopiesToRead, pageOfCopies, readsOrder } from '#server/modules/cases/work-orders/service.ts';
import { copyReaders, markRead } from './service.ts';

export function mountCopies(app: App): void {
  route(app, copies.copy, actsOnTask, (call) => copy(call, call.order, call.task, call.body));
  route(app, copies.page, matters, ({ context, actor, query }) => pageOfCopies(context, actor, query));
  route(app, copies.unreadCount, matters, async ({ context, actor }) => ({
    count: await countCopiesToRead(context, actor),
  }));
  route(app, copies.markRead, readsOrder, ({ context, actor, order, body, requestId }) =>
    markRead(context, actor, order, body.traceId, requestId),
  );
  route(app, copies.readers, readsOrder, ({ context, actor, order, query }) =>
    copyReaders(context, actor, order, query),
  );
  route(app, copies.leaveNote, actsOutOfFlow, (call) => leaveNote(call, call.order, call.body));
}
