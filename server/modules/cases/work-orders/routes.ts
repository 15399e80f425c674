import { currentHandlers } from '#contract/current-handlers.ts';
import { formInterfaces } from '#contract/form-interfaces.ts';
import { opinionAttachments } from '#contract/opinion-attachments.ts';
import { orderHistory } from '#contract/order-history.ts';
import { orderLimits } from '#contract/order-limits.ts';
import { orderQuery } from '#contract/order-query.ts';
import { traceExport } from '#contract/trace-export.ts';
import { workOrders } from '#contract/work-orders.ts';
import { matters } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { readsOrder, readsOrderPage, readsTrace } from './access.ts';
import * as handlers from './current-handlers.ts';
import { explainOrderLimit } from './explain-limits.ts';
import { formChanges } from './form-changes.ts';
import { formHistory } from './form-history.ts';
import { askInterfaceOfOrder } from './form-interfaces.ts';
import { myOrdersPage } from './my-orders.ts';
import { handlerAttachments } from './order-traces.ts';
import { queriedPage, readsQueriedOrder } from './queried-order.ts';
import { orderTraces } from './remote-traces.ts';
import { orderSteps, stepPage } from './replay.ts';
import { restoreForms } from './restore-forms.ts';
import * as service from './service.ts';
import { exportTraces } from './trace-export.ts';

export function mountWorkOrders(app: App): void {
  route(app, workOrders.todoPage, matters, ({ context, actor, query }) =>
    service.todoPage(context, actor, query),
  );
  route(app, workOrders.todoCounts, matters, ({ context, actor }) => service.todoCounts(context, actor));
  route(app, workOrders.search, matters, ({ context, actor, query }) =>
    service.searchOwnLists(context, actor, query.keyword),
  );
  route(app, orderQuery.page, matters, ({ context, actor, query }) =>
    service.queryPage(context, actor, query),
  );
  route(app, orderQuery.lateCounts, matters, ({ context, actor, query }) =>
    service.countOverdue(context, actor, { ...orderQuery.page.query.parse({}), ...query }),
  );
  route(app, orderQuery.search, matters, ({ context, actor, query }) =>
    service.searchOrders(context, actor, query.keyword),
  );
  route(app, orderQuery.detailPage, readsQueriedOrder, ({ context, actor, order }) =>
    queriedPage(context, actor, order),
  );
  route(app, workOrders.donePage, matters, ({ context, actor, query }) =>
    service.donePage(context, actor, query),
  );
  route(app, workOrders.initiatedPage, matters, ({ context, actor, query }) =>
    service.initiatedPage(context, actor, query),
  );
  route(app, workOrders.myWorkOrderPage, matters, ({ context, actor, query }) =>
    myOrdersPage(context, actor, query),
  );
  route(app, workOrders.detailPage, readsOrderPage, ({ context, actor, order, wrapField }) =>
    service.detailPage(context, actor, order, wrapField),
  );
  route(app, workOrders.info, readsOrderPage, ({ context, actor, order }) =>
    service.orderInfo(context, actor, order),
  );
  route(app, workOrders.items, readsOrderPage, ({ context, actor, order }) =>
    service.orderItems(context, actor, order),
  );
  route(app, workOrders.applicantInfo, readsOrderPage, ({ context, order }) =>
    service.orderApplicant(context, order),
  );
  route(app, workOrders.revealApplicant, readsOrderPage, ({ context, actor, order, requestId }) =>
    service.revealApplicant(context, actor, order, requestId),
  );
  route(app, workOrders.revealForms, readsOrderPage, (call) =>
    service.revealForms(call.context, call.actor, call.order, call),
  );
  route(app, formInterfaces.ofOrder, readsOrderPage, askInterfaceOfOrder);
  route(app, workOrders.restoreForms, readsOrder, ({ context, actor, order, requestId }) =>
    restoreForms(context, actor, order, requestId),
  );
  route(app, workOrders.formHistory, readsOrder, ({ context, actor, order, wrapField }) =>
    formHistory(context, actor, order, wrapField),
  );
  route(app, orderHistory.formChanges, readsOrderPage, ({ context, actor, order, query, wrapField }) =>
    formChanges(context, actor, order, query, wrapField),
  );
  route(app, orderHistory.steps, readsOrder, ({ context, order }) => orderSteps(context, order));
  route(app, orderHistory.stepPage, readsOrderPage, ({ context, actor, order, params, wrapField }) =>
    stepPage(context, actor, order, params.version, wrapField),
  );
  route(app, workOrders.forms, readsOrderPage, ({ context, actor, order, wrapField }) =>
    service.orderForms(context, actor, order, wrapField),
  );
  route(app, workOrders.process, readsOrder, ({ order }) => service.orderProcess(order));
  route(app, workOrders.traces, readsTrace, ({ context, actor, order, query }) =>
    orderTraces(context, actor, order, query.own === 'true'),
  );
  route(app, opinionAttachments.list, readsTrace, ({ context, actor, order }) =>
    handlerAttachments(context, actor, order),
  );
  route(app, traceExport.csv, readsTrace, ({ context, actor, requestId, order, body }) =>
    exportTraces({ context, actor, requestId }, order, body.ids),
  );
  route(app, currentHandlers.ofOrder, readsOrder, ({ context, order }) =>
    handlers.currentHandlers(context, order),
  );
  route(app, currentHandlers.ofNode, readsOrder, ({ context, order, query }) =>
    handlers.nodeHandlers(context, order, query),
  );
  route(app, orderLimits.explain, readsOrder, ({ context, order, task }) =>
    explainOrderLimit(context, order, task),
  );
  route(app, workOrders.myTrace, readsOrder, ({ actor, order }) => service.myTrace(actor, order));
}
