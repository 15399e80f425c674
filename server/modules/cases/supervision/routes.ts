import { supervision } from '#contract/supervision.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { pageOfLetters, supervises, supervisionFigures } from './letters.ts';

export function mountSupervision(app: App): void {
  route(app, supervision.page, supervises, ({ context, actor, query }) =>
    pageOfLetters(context, actor, query),
  );
  route(app, supervision.figures, supervises, ({ context, actor }) => supervisionFigures(context, actor));
}
