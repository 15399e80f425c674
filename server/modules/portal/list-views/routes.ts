import { listViews } from '#contract/list-views.ts';
import { staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import * as service from './service.ts';

export function mountListViews(app: App): void {
  route(app, listViews.ofList, staff, ({ context, actor, query }) =>
    service.viewsOf(context.db, actor, query.list),
  );
  route(app, listViews.read, staff, ({ context, actor, params }) =>
    service.openView(context, actor, params.id),
  );
  route(app, listViews.create, staff, (call) => service.createView(call, call.body));
  route(app, listViews.change, staff, (call) => service.changeView(call, call.params.id, call.body));
  route(app, listViews.reorder, staff, (call) => service.reorderViews(call, call.body));
  route(app, listViews.setDefault, staff, (call) => service.setDefaultView(call, call.body));
  route(app, listViews.remove, staff, (call) => service.removeView(call, call.params.id));
  route(app, listViews.restore, staff, (call) => service.restoreView(call, call.params.id));
}
