import { rules, ruleTreeSize } from '#contract/rules.ts';
import { staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import * as queries from './queries.ts';

/** Mounts the trees of rules for pickers and filters: only names, for any signed-in person. */
export function mountRules(app: App): void {
  route(app, rules.groupCategories, staff, ({ context, query }) =>
    queries.listGroupCategories(context.db, query),
  );
  route(app, rules.categories, staff, ({ context, query: { name } }) =>
    queries.listCategories(context.db, { name, page: 1, size: ruleTreeSize }),
  );
}
