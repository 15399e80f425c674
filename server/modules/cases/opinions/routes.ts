import { opinions } from '#contract/opinions.ts';
import { staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import * as service from './service.ts';

export function mountOpinions(app: App): void {
  route(app, opinions.mine, staff, ({ context, actor }) => service.listOwnOpinions(context, actor));
  route(app, opinions.addAll, staff, (call) => service.saveOpinions(call, call.body.opinions));
  route(app, opinions.remove, staff, (call) => service.deleteOwnOpinion(call, call.params.id));
}
