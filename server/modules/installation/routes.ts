import { operation } from '#contract/operation.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/http/access.ts';
import { type App, route } from '#server/http/route.ts';
import { presentOperation } from './present.ts';

/** How the portal is run: the system administrator's (docs/decisions/0167). */
export function mountInstallation(app: App): void {
  route(app, operation.show, permission(Permission.operateSystem), ({ context }) =>
    presentOperation(context),
  );
}
