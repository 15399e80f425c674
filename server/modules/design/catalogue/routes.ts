import { catalogue } from '#contract/catalogue.ts';
import { guides } from '#contract/guides.ts';
import { staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import * as guideService from './guides.ts';
import * as service from './service.ts';

export function mountCatalogue(app: App): void {
  route(app, catalogue.itemPage, staff, ({ context, query }) => service.pageOfItems(context, query));
  route(app, catalogue.categories, staff, ({ context }) => service.readCategories(context));
  route(app, catalogue.item, staff, ({ context, params }) => service.readItem(context, params.taskCode));
  route(app, guides.guide, staff, ({ context, query }) => guideService.readGuide(context, query));
  route(app, guides.itemDetail, staff, ({ context, query }) => guideService.readItemDetail(context, query));
  route(app, guides.itemForms, staff, ({ context, query }) => guideService.listItemForms(context, query));
  route(app, guides.situationTree, staff, ({ context, query }) =>
    guideService.readSituationTree(context, query),
  );
  route(app, guides.situation, staff, ({ context, query }) => guideService.readSituation(context, query));
  route(app, guides.situationForms, staff, ({ context, body }) =>
    guideService.listSituationForms(context, body),
  );
}
