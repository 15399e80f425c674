import { home } from '#contract/home.ts';
import { matters } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { homePage } from './service.ts';

export function mountHome(app: App): void {
  route(app, home.page, matters, ({ context, actor }) => homePage(context, actor));
}
