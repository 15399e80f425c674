import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { catalogue } from '#contract/catalogue.ts';
import { workOrders } from '#contract/work-orders.ts';
import { RequestOperation } from '#domain/enumerations/handler-operation.ts';
import { todoTabs } from '#domain/lists/todo-tabs.ts';
import { TodoList } from './TodoList.tsx';
import { answerCalls, renderPart } from './test-screen.tsx';

const due = { dueAt: null, provisional: false, light: 'none', text: '' } as const;
const row = {
  id: '018f0000-0000-7000-8000-000000000001',
  traceId: '018f0000-0000-7000-8000-000000000001.2',
  code: '2026000001',
  title: '路灯不亮',
  itemName: '信访',
  statusLabel: '待受理',
  status: 3,
  nodeId: 'examine',
  nodeName: '受理审查',
  arrivedAt: '2026-11-20T02:00:00.000Z',
  startedAt: '2026-11-20T02:00:00.000Z',
  endedAt: null,
  due,
  wholeDue: due,
  dueOf: 'node',
  returned: false,
  recalled: false,
  askedFor: null,
  standsFor: '',
  urgeCount: 0,
};
const answersWith = (rows: readonly object[]) => ({
  [`GET ${catalogue.itemPage.path}`]: () => ({ rows: [], total: 0 }),
  [`GET ${workOrders.todoCounts.path}`]: () => Object.fromEntries(todoTabs.map((tab) => [tab, 0])),
  [`GET ${workOrders.todoPage.path}`]: () => ({ rows, total: rows.length }),
});

test('待办 marks an urged order before its title', async () => {
  answerCalls(
    answersWith([
      { ...row, urgeCount: 2 },
      { ...row, traceId: `${row.id}.3`, title: '井盖松动' },
    ]),
  );
  renderPart(<TodoList />);
  const urged = (await screen.findByText(/路灯不亮/)).closest('tr');
  if (urged === null) throw new Error('no row');
  expect(within(urged).getByText('已催办 2 次')).toBeTruthy();
  expect(screen.getAllByText(/已催办/)).toHaveLength(1);
});

test('待办 marks a seat of a countersign and another request before the title', async () => {
  answerCalls(
    answersWith([
      { ...row, askedFor: RequestOperation.countersign },
      { ...row, traceId: `${row.id}.3`, title: '井盖松动', askedFor: RequestOperation.signers },
    ]),
  );
  renderPart(<TodoList />);
  const rowOf = async (title: RegExp) => (await screen.findByText(title)).closest('tr')?.textContent;
  expect(await rowOf(/路灯不亮/)).toContain('会签');
  expect(await rowOf(/井盖松动/)).toContain('加签');
});

test.each([
  [/^全部/, '暂无待办'],
  [/^超期/, '没有超期的待办'],
  [/^今日到期/, '没有今日到期的待办'],
  [/^将到期/, '没有将到期的待办'],
  [/^退回/, '没有退回的待办'],
  [/^今日新到/, '今日没有新到的待办'],
] as const)('an empty tab %s of 待办 says what it has none of', async (tab, title) => {
  answerCalls(answersWith([]));
  renderPart(<TodoList />);
  fireEvent.click(await screen.findByRole('tab', { name: tab }));
  expect(await screen.findByText(title)).toBeTruthy();
});
