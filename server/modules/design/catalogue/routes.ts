import { catalogue } from '#contract/catalogue.ts';
import { guides } from '#contract/guides.ts';
import { staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import * as guideService from './guides.ts';
import * as service from './service.ts';

export function mountCatalogue(app: App): void {
  route(app, catalogue.itemPage, staff, ({ context, query }) => service.itemPage(context, query));
  route(app, catalogue.categories, staff, ({ context }) => service.categories(context));
  route(app, catalogue.item, staff, ({ context, params }) => service.item(context, params.taskCode));
  route(app, guides.guide, staff, ({ context, query }) => guideService.guide(context, query));
  route(app, guides.itemDetail, staff, ({ context, query }) => guideService.itemDetail(context, query));
  route(app, guides.itemForms, staff, ({ context, query }) => guideService.itemForms(context, query));
  route(app, guides.situationTree, staff, ({ context, query }) => guideService.situationTree(context, query));
  route(app, guides.situation, staff, ({ context, query }) => guideService.situation(context, query));
  route(app, guides.situationForms, staff, ({ context, body }) => guideService.situationForms(context, body));
}
