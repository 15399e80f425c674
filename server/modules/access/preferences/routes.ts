import { preferences } from '#contract/preferences.ts';
import { staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { savePreferences } from './service.ts';

export function mountPreferences(app: App): void {
  route(app, preferences.save, staff, (call) => savePreferences(call, call.body));
}
