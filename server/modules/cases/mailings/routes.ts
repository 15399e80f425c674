import { mailings } from '#contract/mailings.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { drawMailing, findAddressees } from './service.ts';

/** Access of people who may see addresses, and may therefore write letters to them. */
const seesAddresses = permission(Permission.revealApplicant);

export function mountMailings(app: App): void {
  route(app, mailings.addressees, seesAddresses, ({ context, actor, body, requestId }) =>
    findAddressees({ context, actor, requestId }, body.workorderIds),
  );
  route(app, mailings.draw, seesAddresses, ({ context, actor, body, requestId }) =>
    drawMailing({ context, actor, requestId }, body),
  );
}
