import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { catalogue } from '#contract/catalogue.ts';
import { workOrders } from '#contract/work-orders.ts';
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
