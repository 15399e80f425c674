import { configurationBundle } from '#contract/configuration-bundle.ts';
import { staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { exportBundle } from './export-bundle.ts';
import { apply, preview } from './import-bundle.ts';

/**
 * Mounts the calls. They require only a session; the services check the permissions, because each part has its own.
 */
export function mountConfigurationBundle(app: App): void {
  route(app, configurationBundle.exportBundle, staff, (call) => exportBundle(call, call.query));
  route(app, configurationBundle.preview, staff, (call) => preview(call, call.body));
  route(app, configurationBundle.apply, staff, (call) => apply(call, call.body));
}
