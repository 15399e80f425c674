import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { organisations } from '#contract/organisations.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useEntryMarks } from './use-entry-marks.ts';

it('marks people who have left and organisations that were removed, and nothing before the answers', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const keys = ['staff:li', 'staff:zhang', 'staff:gone', 'org:zjj', 'org:old', 'role:head'];
  const marksOf = () => [...renderHook(() => useEntryMarks(keys), { wrapper }).result.current];
  const staff = queryOf(organisations.pickStaff, { query: { page: 1, size: 100, ids: 'li,zhang,gone' } });
  const units = queryOf(organisations.pickOrganisations, {});
  client.setQueryData(units.queryKey, { rows: [{ id: 'zjj' }] });
  client.setQueryData(staff.queryKey, {
    rows: [
      { id: 'li', fault: null },
      { id: 'zhang', fault: '账号已停用' },
    ],
  });
  expect(marksOf()).toEqual([
    ['staff:zhang', '账号已停用'],
    ['staff:gone', '已不在本单位'],
    ['org:old', '已撤销'],
  ]);
});
