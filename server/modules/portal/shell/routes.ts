import { shell } from '#contract/shell.ts';
import { staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { readShellSettings } from './service.ts';

export function mountShell(app: App): void {
  route(app, shell.settings, staff, ({ context, actor }) => readShellSettings(context, actor));
}
