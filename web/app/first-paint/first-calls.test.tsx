import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { menus } from '#contract/menus.ts';
import { session } from '#contract/session.ts';
import { workOrders } from '#contract/work-orders.ts';
import { orderPageQuery } from '#web/features/work-orders/order-queries.ts';
import { answerCalls, renderPart } from '#web/features/work-orders/test-screen.tsx';
import { writeListPreferences } from '#web/toolkit/list/list-preferences.ts';
import { TodoScreen } from '../composed/TodoScreen.tsx';
import { firstCallsOf, type OpenedPage } from './first-calls.ts';

const openedPage = (part: Partial<OpenedPage>): OpenedPage => ({
  pathname: '/',
  search: '',
  personId: '',
  width: innerWidth,
  height: innerHeight,
  ...part,
});
const frame = [session.currentUser.path, menus.userMenus.path];
const counts = workOrders.todoCounts.path;
const ofScreen = (part: Partial<OpenedPage>) => firstCallsOf(openedPage(part)).slice(frame.length);

test('every page begins with the calls of the frame, which every person may send', () => {
  expect(firstCallsOf(openedPage({ pathname: '/business/accounts' }))).toEqual(frame);
});

describe('the to-do list', () => {
  test('begins with exactly the call that its screen sends', async () => {
    const sent = answerCalls({ [`GET ${workOrders.todoPage.path}`]: () => ({ rows: [], total: 0 }) });
    renderPart(<TodoScreen />, '/todo');
    expect(await screen.findByText('暂无待办')).toBeTruthy();
    const rows = sent.filter(({ path }) => path === workOrders.todoPage.path);
    expect([counts, ...rows.map(({ path, query }) => `${path}?${query}`)]).toEqual(
      ofScreen({ pathname: '/todo' }),
    );
  });

  test('has the page size that the person chose', () => {
    writeListPreferences('todo', 's1', { size: 50 });
    expect(ofScreen({ pathname: '/todo', personId: 's1' })[1]).toContain('size=50');
    expect(ofScreen({ pathname: '/todo', personId: 's2' })[1]).not.toContain('size=50');
  });

  test.each([
    ['an address with filters', { search: '?tab=overdue', personId: 's2' }],
    ['a list that opens with a view', { search: '', personId: 's3' }],
  ])('is not requested for %s', (_case, page) => {
    writeListPreferences('todo', 's3', { opensWithView: true });
    expect(ofScreen({ pathname: '/todo', ...page })).toEqual([counts]);
  });
});

describe('the detail', () => {
  const trace = '01234567-89ab-cdef-0123-456789abcdef.3';
  test.each([
    ['', '2026000001', undefined],
    [`?traceId=${trace}&focus=opinion`, '2026000001', trace],
    [`?assignId=${trace}`, '2026000001', trace],
    ['?traceId=nothing', '2026000001', undefined],
    ['?workorderCode=2026000002', '2026000002', undefined],
  ])('at %s begins with the call of its query', async (search, code, traceId) => {
    const sent = answerCalls({});
    const { queryFn } = orderPageQuery(code, traceId);
    await queryFn({ signal: new AbortController().signal }).catch(() => undefined);
    const [call] = sent;
    const parameters = call?.query.size ? `?${call.query}` : '';
    expect(ofScreen({ pathname: '/affair/detail/2026000001', search })).toEqual([
      `${call?.path}${parameters}`,
    ]);
  });
});
