import { firstSteps } from '#contract/first-steps.ts';
import { staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { readFirstSteps } from './service.ts';

/** Mounts 开始使用 (docs/decisions/0176), for administrators of the portal with any of its permissions. */
export function mountFirstSteps(app: App): void {
  route(app, firstSteps.show, staff, ({ context, actor }) => readFirstSteps(context, actor));
}
