import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { orderQuery } from '#contract/order-query.ts';
import { queryOf } from '#web/api/query-of.ts';
import { answerCalls, renderPart } from '../test-screen.tsx';
import { OverdueCounts } from './OverdueCounts.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the overdue count of a query links to exactly those orders, with the filters of the query', async () => {
  answerCalls({ 'GET /api/work-orders/query/late': () => ({ step: 12, order: 3 }) });
  const filters = { handler: 'staff-liuyang', due: 'overdue' };
  renderPart(
    <OverdueCounts
      filters={filters}
      countsQuery={queryOf(orderQuery.lateCounts, { query: { scope: 'own' } })}
    />,
  );
  const link = await screen.findByRole('link', { name: '环节超期 12 件' });
  expect(link.getAttribute('href')).toBe('/?handler=staff-liuyang&due=overdue&stepDue=overdue');
  // The list already shows orders that are late as a whole.
  expect(screen.getByText('全程超期 3 件').tagName).toBe('SPAN');
});
