import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { workOrders } from '#contract/work-orders.ts';
import { queryAs, queryOf, renewQueries } from './query-of.ts';

const page = (code: string) => queryOf(workOrders.detailPage, { params: { workorderCode: code } });

describe('the key of a query', () => {
  test('is the call and everything that is sent with it', () => {
    expect(page('2026000001').queryKey).toEqual([
      'GET /api/work-orders/:workorderCode/page',
      { params: { workorderCode: '2026000001' } },
    ]);
  });

  test('is one for whoever asks the same, however the answer is shown', () => {
    const shown = queryAs(page('2026000001'), ({ order }) => order.code);
    expect(shown.queryKey).toEqual(page('2026000001').queryKey);
  });

  test('tells two inputs and two calls apart', () => {
    const client = new QueryClient();
    client.setQueryData(page('2026000001').queryKey, 'first');
    expect(client.getQueryData(page('2026000002').queryKey)).toBeUndefined();
    expect(client.getQueryData(queryOf(messages.list, {}).queryKey)).toBeUndefined();
  });
});

test('renewing a call renews every kept answer of it, whatever was sent, and no other', async () => {
  const client = new QueryClient();
  const kept = [page('2026000001'), page('2026000002'), queryOf(messages.list, {})];
  for (const { queryKey } of kept) client.setQueryData(queryKey, {});
  await renewQueries(client, [workOrders.detailPage]);
  expect(kept.map(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated)).toEqual([
    true,
    true,
    false,
  ]);
});
