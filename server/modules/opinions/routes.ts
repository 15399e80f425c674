import { opinions } from '#contract/opinions.ts';
import { staff } from '#server/http/access.ts';
import { type App, route } from '#server/http/route.ts';
import * as service from './service.ts';

export function mountOpinions(app: App): void {
  route(app, opinions.mine, staff, ({ context, actor }) => service.listMine(context, actor));
  route(app, opinions.addAll, staff, ({ context, actor, body }) =>
    service.saveAll(context, actor, body.opinions),
  );
  route(app, opinions.remove, staff, ({ context, actor, params }) =>
    service.remove(context, actor, params.id),
  );
}
