import { catalogue } from '#contract/catalogue.ts';
import { home } from '#contract/home.ts';
import { initiation } from '#contract/initiation.ts';
import { listViewsPath } from '#contract/list-views-path.ts';
import { menus } from '#contract/menus.ts';
import { messages } from '#contract/messages.ts';
import { opinions } from '#contract/opinions.ts';
import { organisations } from '#contract/organisations.ts';
import { processes } from '#contract/processes.ts';
import { regions } from '#contract/regions.ts';
import { schedule, scheduleFeed } from '#contract/schedule.ts';
import { session } from '#contract/session.ts';
import type { LiveEventName } from '#web/api/live-events.ts';
import { type CallName, nameOfCall } from '#web/api/query-of.ts';

const callsOf = (...parts: readonly Readonly<Record<string, CallName>>[]): ReadonlySet<string> =>
  new Set(parts.flatMap((part) => Object.values(part)).map(nameOfCall));

/**
 * Calls whose answers do not change when an order changes. Drafts are among them: the content typed here is
 * newer than the server's.
 */
const unaffectedCalls = callsOf(
  catalogue,
  initiation,
  menus,
  messages,
  opinions,
  organisations,
  processes,
  regions,
  scheduleFeed,
  session,
  { remind: schedule.remind },
);
/**
 * Checks for calls about list views, which do not change either; matched by path, so that lists need not load
 * their contract.
 */
const isListViewCall = (call: string) => call.includes(listViewsPath);
const isUnaffected = (call: string) => unaffectedCalls.has(call) || isListViewCall(call);
const messageCalls = callsOf(messages, home);
const sessionCalls = callsOf(session);
const scheduleCalls = callsOf({ list: schedule.list, remind: schedule.remind });

/**
 * Checks whether an event makes the cached answers of a call stale; calls that are not named here become
 * stale with any change of an order.
 */
export const isRenewedBy: Readonly<Record<LiveEventName, (call: string) => boolean>> = {
  inbox: (call) => !isUnaffected(call),
  'work-order': (call) => !isUnaffected(call),
  message: (call) => messageCalls.has(call),
  session: (call) => sessionCalls.has(call),
  // The screens that show exports reload them themselves.
  export: () => false,
  'qr-upload': () => false,
  schedule: (call) => scheduleCalls.has(call),
};
