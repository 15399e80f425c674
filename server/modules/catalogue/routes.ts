import { catalogue } from '#contract/catalogue.ts';
import { staff } from '#server/http/access.ts';
import { type App, route } from '#server/http/route.ts';
import * as service from './service.ts';

export function mountCatalogue(app: App): void {
  route(app, catalogue.itemPage, staff, ({ context, query }) => service.itemPage(context, query));
  route(app, catalogue.categories, staff, ({ context }) => service.categories(context));
  route(app, catalogue.item, staff, ({ context, params }) => service.item(context, params.taskCode));
}
