import { home } from '#contract/home.ts';
import { matters } from '#server/http/access.ts';
import { type App, route } from '#server/http/route.ts';
import { homePage } from './service.ts';

export function mountHome(app: App): void {
  route(app, home.page, matters, ({ context, actor }) => homePage(context, actor));
}
