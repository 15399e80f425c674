import { catalogue } from '#contract/catalogue.ts';
import { guides } from '#contract/guides.ts';
import { staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import * as ofGuides from './guides.ts';
import * as service from './service.ts';

export function mountCatalogue(app: App): void {
  route(app, catalogue.itemPage, staff, ({ context, query }) => service.itemPage(context, query));
  route(app, catalogue.categories, staff, ({ context }) => service.categories(context));
  route(app, catalogue.item, staff, ({ context, params }) => service.item(context, params.taskCode));
  route(app, guides.guide, staff, ({ context, query }) => ofGuides.guide(context, query));
  route(app, guides.itemDetail, staff, ({ context, query }) => ofGuides.itemDetail(context, query));
  route(app, guides.itemForms, staff, ({ context, query }) => ofGuides.itemForms(context, query));
  route(app, guides.situationTree, staff, ({ context, query }) => ofGuides.situationTree(context, query));
  route(app, guides.situation, staff, ({ context, query }) => ofGuides.situation(context, query));
  route(app, guides.situationForms, staff, ({ context, body }) => ofGuides.situationForms(context, body));
}
