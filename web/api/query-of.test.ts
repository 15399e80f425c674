import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { workOrders } from '#contract/work-orders.ts';
import { queryAs, queryOf, renewQueries } from './query-of.ts';

const page = (code: string) => queryOf(workOrders.detailPage, { params: { workorderCode: code } });

describe('query key', () => {
  test('contains the call and its complete input', () => {
    expect(page('2026000001').queryKey).toEqual([
      'GET /api/work-orders/:workorderCode/page',
      { params: { workorderCode: '2026000001' } },
    ]);
  });

  test('is the same for the same input, however the answer is presented', () => {
    const codeQuery = queryAs(page('2026000001'), ({ order }) => order.code);
    expect(codeQuery.queryKey).toEqual(page('2026000001').queryKey);
  });

  test('differs for different inputs and for different calls', () => {
    const client = new QueryClient();
    client.setQueryData(page('2026000001').queryKey, 'first');
    expect(client.getQueryData(page('2026000002').queryKey)).toBeUndefined();
    expect(client.getQueryData(queryOf(messages.list, {}).queryKey)).toBeUndefined();
  });
});

test('invalidating a call invalidates all cached answers of it, for every input, and no others', async () => {
  const client = new QueryClient();
  const queries = [page('2026000001'), page('2026000002'), queryOf(messages.list, {})];
  for (const { queryKey } of queries) client.setQueryData(queryKey, {});
  await renewQueries(client, [workOrders.detailPage]);
  expect(queries.map(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated)).toEqual([
    true,
    true,
    false,
  ]);
});
