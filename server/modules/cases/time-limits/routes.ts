import { holidays } from '#contract/holidays.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { describeEffect } from './calendar-effect.ts';
import { listMoved } from './moved-orders.ts';

/** Mounts the calls that show which due dates an edit of the calendar moves, before it is saved. */
export function mountTimeLimits(app: App): void {
  route(app, holidays.effect, permission(Permission.manageCalendar), ({ context, query }) =>
    describeEffect(context, query),
  );
  route(app, holidays.moved, permission(Permission.manageCalendar), ({ context, query }) =>
    listMoved(context, query),
  );
}
