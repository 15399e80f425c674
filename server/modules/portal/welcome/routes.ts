import { welcome } from '#contract/welcome.ts';
import { open } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { readDemoGuide, readWelcome } from './service.ts';

export function mountWelcome(app: App): void {
  route(app, welcome.show, open, ({ context }) => readWelcome(context));
  route(app, welcome.demoGuide, open, ({ context }) => readDemoGuide(context));
}
