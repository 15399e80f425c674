import { materialCheck } from '#contract/material-check.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { actsOnTask } from '#server/modules/cases/handling/service.ts';
import { readsOrder } from '#server/modules/cases/work-orders/service.ts';
import { readMaterialCheck, saveMaterialCheck } from './service.ts';

/** Serves the check of the materials of an order (S1 §7). */
export function mountMaterialCheck(app: App): void {
  route(app, materialCheck.read, readsOrder, ({ context, actor, order }) =>
    readMaterialCheck(context, actor, order),
  );
  route(app, materialCheck.save, actsOnTask, (call) => saveMaterialCheck(call, call.body));
}
