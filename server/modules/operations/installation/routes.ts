import { installation } from '#contract/installation.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { createFiguresReader } from './figures.ts';
import { type ProcessState, presentFigures, retryJob } from './figures-view.ts';
import { presentInstallation } from './present.ts';

/** Mounts the installation calls for the system administrator (docs/decisions/0167, 0175). */
export function mountInstallation(app: App, processState: ProcessState): void {
  const operate = permission(Permission.operateSystem);
  const figures = createFiguresReader(app.context);
  route(app, installation.show, operate, ({ context }) => presentInstallation(context));
  route(app, installation.figures, operate, ({ context }) => presentFigures(context, figures, processState));
  route(app, installation.retryJob, operate, (call) => retryJob(call, call.params.id));
}
