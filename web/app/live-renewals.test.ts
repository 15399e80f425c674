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

describe('what happens elsewhere renews', () => {
  test.each(Object.values({ ...workOrders, ...handling }).map(nameOfCall))('of orders %s', (call) => {
    expect(renewedBy(call)).toEqual(['inbox', 'work-order']);
  });

  test.each(Object.values(messages).map(nameOfCall))('of messages %s', (call) => {
    expect(renewedBy(call)).toEqual(['message']);
  });

  test.each(Object.values(session).map(nameOfCall))('of the session %s', (call) => {
    expect(renewedBy(call)).toEqual(['session']);
  });

  test('with an order whatever nobody thought of', () => {
    expect(renewedBy('GET /api/new')).toEqual(['inbox', 'work-order']);
  });

  test('the desk with an order and with a message, for it shows both', () => {
    expect(renewedBy(nameOfCall(home.page))).toEqual(['inbox', 'work-order', 'message']);
  });

  test('the schedule with an order too, for it shows deadlines; reminders by themselves', () => {
    expect(renewedBy(nameOfCall(schedule.list))).toEqual(['inbox', 'work-order', 'schedule']);
    expect(renewedBy(nameOfCall(schedule.remind))).toEqual(['schedule']);
  });

  test.each([catalogue.itemPage, initiation.draft].map(nameOfCall))('never %s', (call) => {
    expect(renewedBy(call)).toEqual([]);
  });
});
