import { dashboard } from '#contract/dashboard.ts';
import { matters } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { dashboardChoices, dashboardOrders, dashboardPage, wallPage } from './service.ts';

export function mountDashboard(app: App): void {
  route(app, dashboard.page, matters, ({ context, actor, query }) => dashboardPage(context, actor, query));
  route(app, dashboard.wall, matters, ({ context, actor }) => wallPage(context, actor));
  route(app, dashboard.choices, matters, ({ context, actor }) => dashboardChoices(context, actor));
  route(app, dashboard.orders, matters, ({ context, actor, query }) =>
    dashboardOrders(context, actor, query),
  );
}
