import { workOrders } from '#contract/work-orders.ts';
import { matters, order } from '#server/http/access.ts';
import { type App, route } from '#server/http/route.ts';
import * as service from './service.ts';

export function mountWorkOrders(app: App): void {
  route(app, workOrders.todoPage, matters, ({ context, actor, query }) =>
    service.todoPage(context, actor, query),
  );
  route(app, workOrders.donePage, matters, ({ context, actor, query }) =>
    service.donePage(context, actor, query),
  );
  route(app, workOrders.initiatedPage, matters, ({ context, actor, query }) =>
    service.initiatedPage(context, actor, query),
  );
  route(app, workOrders.myWorkOrderPage, matters, ({ context, actor, query }) =>
    service.initiatedPage(context, actor, query),
  );
  route(app, workOrders.detailPage, order('read'), ({ context, actor, params }) =>
    service.detailPage(context, actor, { code: params.workorderCode }),
  );
  route(app, workOrders.info, order('read'), ({ context, actor, params }) =>
    service.orderInfo(context, actor, { code: params.workorderCode }),
  );
  route(app, workOrders.items, order('read'), ({ context, actor, params }) =>
    service.orderItems(context, actor, { id: params.workorderId }),
  );
  route(app, workOrders.applicantInfo, order('read'), ({ context, actor, params }) =>
    service.orderApplicant(context, actor, { code: params.workorderCode }),
  );
  route(app, workOrders.revealApplicant, order('read'), ({ context, actor, params, requestId }) =>
    service.revealApplicant(context, actor, { code: params.workorderCode }, requestId),
  );
  route(app, workOrders.forms, order('read'), ({ context, actor, params }) =>
    service.orderForms(context, actor, { id: params.workorderId }),
  );
  route(app, workOrders.process, order('read'), ({ context, actor, params }) =>
    service.orderProcess(context, actor, { code: params.workorderCode }),
  );
  route(app, workOrders.traces, order('read'), ({ context, actor, params }) =>
    service.orderTraces(context, actor, { code: params.workorderCode }),
  );
  route(app, workOrders.myTrace, order('read'), ({ context, actor, params }) =>
    service.myTrace(context, actor, { code: params.workorderCode }),
  );
}
