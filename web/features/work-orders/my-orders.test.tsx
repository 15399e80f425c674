import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { catalogue } from '#contract/catalogue.ts';
import { session } from '#contract/session.ts';
import { workOrders } from '#contract/work-orders.ts';
import { Permission } from '#domain/access/actor.ts';
import { InitiatedScreen } from './InitiatedScreen.tsx';
import { MyOrdersScreen } from './MyOrdersScreen.tsx';
import { answerCalls, renderPart } from './test-screen.tsx';

it('我的申请 loads each part when it is opened, and shows which is empty', async () => {
  const requests: (string | null)[] = [];
  answerCalls({
    [`GET ${catalogue.itemPage.path}`]: () => ({ rows: [], total: 0 }),
    [`GET ${workOrders.myWorkOrderPage.path}`]: (call) => {
      requests.push(call.query.get('tab'));
      return { rows: [], total: 0 };
    },
  });
  renderPart(<MyOrdersScreen />);
  expect(await screen.findByText('暂无我发起的办件')).toBeTruthy();
  for (const [tab, empty] of [
    ['待办', '暂无待办'],
    ['已办', '暂无已办'],
    ['抄送我的', '暂无抄送'],
  ] as const) {
    fireEvent.click(screen.getByRole('tab', { name: tab }));
    expect(await screen.findByText(empty)).toBeTruthy();
  }
  expect(requests).toEqual(['initiated', 'waiting', 'done', 'copied']);
});

it.each([
  ['InitiatedScreen', InitiatedScreen, '暂无办件', [Permission.initiate], 1],
  ['InitiatedScreen', InitiatedScreen, '暂无办件', [Permission.handle], 0],
  ['MyOrdersScreen', MyOrdersScreen, '暂无我发起的办件', [Permission.initiate], 1],
  ['MyOrdersScreen', MyOrdersScreen, '暂无我发起的办件', [], 0],
] as const)(
  '%s, empty, links to 发起办件 only for a person who may start orders',
  async (_name, Screen, title, permissions, links) => {
    const empty = () => ({ rows: [], total: 0 });
    answerCalls({
      [`GET ${session.currentUser.path}`]: () => ({ id: 'staff-lina', permissions }),
      [`GET ${catalogue.itemPage.path}`]: empty,
      [`GET ${workOrders.myWorkOrderPage.path}`]: empty,
      [`GET ${workOrders.initiatedPage.path}`]: empty,
    });
    renderPart(<Screen />);
    await screen.findByText(title);
    await waitFor(() => expect(screen.queryAllByRole('link', { name: '发起办件' })).toHaveLength(links));
  },
);
