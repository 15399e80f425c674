import { describe, expect, test } from 'vitest';
import { catalogue } from '#contract/catalogue.ts';
import { handling } from '#contract/handling.ts';
import { home } from '#contract/home.ts';
import { initiation } from '#contract/initiation.ts';
import { messages } from '#contract/messages.ts';
import { schedule } from '#contract/schedule.ts';
import { session } from '#contract/session.ts';
import { workOrders } from '#contract/work-orders.ts';
import { nameOfCall } from '#web/api/query-of.ts';
import { isRenewedBy } from './live-renewals.ts';

const events = ['inbox', 'work-order', 'message', 'session', 'schedule'] as const;
const renewedBy = (call: string) => events.filter((event) => isRenewedBy[event](call));

describe('renewal of a call by live events', () => {
  test.each(Object.values({ ...workOrders, ...handling }).map(nameOfCall))(
    'renews the order call %s on inbox and work-order events',
    (call) => {
      expect(renewedBy(call)).toEqual(['inbox', 'work-order']);
    },
  );

  test.each(Object.values(messages).map(nameOfCall))(
    'renews the message call %s on message events',
    (call) => {
      expect(renewedBy(call)).toEqual(['message']);
    },
  );

  test.each(Object.values(session).map(nameOfCall))(
    'renews the session call %s on session events',
    (call) => {
      expect(renewedBy(call)).toEqual(['session']);
    },
  );

  test('renews an unlisted call on inbox and work-order events', () => {
    expect(renewedBy('GET /api/new')).toEqual(['inbox', 'work-order']);
  });

  test('renews the home page on order and message events, because it shows both', () => {
    expect(renewedBy(nameOfCall(home.page))).toEqual(['inbox', 'work-order', 'message']);
  });

  test('renews the schedule also on order events, and reminders only on schedule events', () => {
    expect(renewedBy(nameOfCall(schedule.list))).toEqual(['inbox', 'work-order', 'schedule']);
    expect(renewedBy(nameOfCall(schedule.remind))).toEqual(['schedule']);
  });

  test.each([catalogue.itemPage, initiation.draft].map(nameOfCall))('never renews %s', (call) => {
    expect(renewedBy(call)).toEqual([]);
  });
});
