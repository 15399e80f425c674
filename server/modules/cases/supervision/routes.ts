import { supervision } from '#contract/supervision.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { readsOrder } from '#server/modules/cases/work-orders/service.ts';
import { pageOfLetters, supervises, supervisionFigures } from './letters.ts';
import { readProposal } from './propose-letter.ts';

export function mountSupervision(app: App): void {
  route(app, supervision.page, supervises, ({ context, actor, query }) =>
    pageOfLetters(context, actor, query),
  );
  route(app, supervision.proposal, readsOrder, ({ context, order }) => readProposal(context, order));
  route(app, supervision.figures, supervises, ({ context, actor }) => supervisionFigures(context, actor));
}
