import { dictionaryCalls } from '#contract/dictionaries.ts';
import { staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import * as service from './service.ts';

export function mountDictionaries(app: App): void {
  route(app, dictionaryCalls.selections, staff, ({ context, query }) =>
    service.listSelections(context.db, query.dictId),
  );
  route(app, dictionaryCalls.formModel, staff, ({ context, params }) =>
    service.readFormModel(context.db, params.code),
  );
}
