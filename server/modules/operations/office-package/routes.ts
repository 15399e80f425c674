import { officePackage } from '#contract/office-package.ts';
import { staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { apply, preview } from './take-in.ts';
import { takeOut } from './take-out.ts';

/** Each part is opened by a permission of its own, so that the calls themselves ask for a session and the services for the rest. */
export function mountOfficePackage(app: App): void {
  route(app, officePackage.take, staff, (call) => takeOut(call, call.query));
  route(app, officePackage.preview, staff, (call) => preview(call, call.body));
  route(app, officePackage.apply, staff, (call) => apply(call, call.body));
}
