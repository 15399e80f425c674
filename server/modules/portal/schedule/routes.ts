import { schedule, scheduleCalendar, scheduleFeed } from '#contract/schedule.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { openWithLimits, staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { limitsOfFeed, makeFeed, readCalendar, readFeedSettings, revokeFeed } from './feed.ts';
import * as service from './service.ts';

export function mountSchedule(app: App): void {
  route(app, schedule.list, staff, ({ context, actor, query }) =>
    service.listSchedule(context, actor, query),
  );
  route(app, schedule.remind, staff, ({ context, actor }) => service.listReminders(context, actor));
  route(app, schedule.create, staff, (call) => service.createEntry(call, call.body));
  route(app, schedule.change, staff, (call) => service.changeEntry(call, call.params.id, call.body));
  route(app, schedule.remove, staff, (call) => service.removeEntries(call, call.query.dailyList));
  route(app, schedule.restore, staff, (call) => service.restoreEntries(call, call.body.ids));
  route(app, schedule.dismiss, staff, (call) => service.dismissReminders(call, call.body.ids));
  route(app, scheduleFeed.mine, staff, ({ context, actor }) => readFeedSettings(context, actor));
  route(app, scheduleFeed.make, staff, (call) => makeFeed(call, call.body));
  route(app, scheduleFeed.revoke, staff, revokeFeed);
  // Needs no login, because a calendar sends no token: the secret in the address replaces it.
  route(app, scheduleCalendar.read, openWithLimits(limitsOfFeed), async ({ context, params, reply }) => {
    const calendar = await readCalendar(context, params.secret);
    if (isRefusal(calendar)) return calendar;
    reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="banjian.ics"')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .send(calendar);
  });
}
