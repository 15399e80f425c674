import { holidays } from '#contract/holidays.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import * as service from './holiday-years.ts';

const manageCalendar = permission(Permission.manageCalendar);

/** Mounts the calls of the calendar that time limits use, for the configuration administrator. */
export function mountHolidays(app: App): void {
  route(app, holidays.year, manageCalendar, ({ context, query }) => service.readYear(context, query.year));
  route(app, holidays.set, manageCalendar, (call) => service.setHolidays(call, call.body));
  route(app, holidays.remove, manageCalendar, (call) => service.removeHolidays(call, call.body));
}
