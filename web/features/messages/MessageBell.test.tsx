import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '#contract/messages.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { MessageBell } from './MessageBell.tsx';
import { addressOf } from './message-address.ts';
import styles from './messages.module.css';

const newest = `GET ${messages.newest.path}`;
const asOf = '2026-11-20T06:10:00.000Z';
const message = (id: string, count: number) => ({
  id,
  count,
  title: `新的待办 ${id}`,
  content: '您新收到一条待办，请及时查阅处理',
  kind: 'todo',
  messageSendTime: '2026-11-20T06:05:00.000Z',
  workorderId: null,
  workorderCode: null,
  workorderTraceId: null,
  read: false,
});

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

describe('link of a message', () => {
  const orderMessage = { ...message('a', 1), workorderId: 'w', workorderCode: '2026000001' };

  it.each([
    [message('a', 1), undefined],
    [orderMessage, '/affair/detail/2026000001'],
    [{ ...orderMessage, workorderTraceId: 'w.3' }, '/affair/detail/2026000001?traceId=w.3'],
  ])('leads from %o to %s', (shownMessage, address) => {
    expect(addressOf(shownMessage)).toBe(address);
  });
});

describe('message bell of the header (S0 §4)', () => {
  it.each([
    [3, '3'],
    [99, '99'],
    [100, '99+'],
  ])('shows for %i unread messages the count %s', async (count, badgeText) => {
    answerCalls({ [newest]: () => message('a', count) });
    renderPart(<MessageBell />);
    expect((await screen.findByText(badgeText)).className).toBe(styles.bellCount);
  });

  it('opens on a click and loads the list', async () => {
    answerCalls({
      [newest]: () => message('a', 1),
      [`GET ${messages.list.path}`]: () => ({ rows: [], total: 0, asOf }),
    });
    renderPart(<MessageBell />);
    fireEvent.click(await screen.findByRole('button', { name: /^消息/ }));
    expect(await screen.findByText('全部设为已读')).toBeDefined();
  });

  it('marks the listed messages as read, and not those that arrived later', async () => {
    const calls = answerCalls({
      [newest]: () => message('a', 1),
      [`GET ${messages.list.path}`]: () => ({ rows: [message('a', 1)], total: 1, asOf }),
      [`POST ${messages.markRead.path}`]: () => ({ count: 1 }),
    });
    renderPart(<MessageBell />);
    fireEvent.click(await screen.findByRole('button', { name: /^消息/ }));
    const markButton = await screen.findByRole('button', { name: '全部设为已读' });
    await waitFor(() => expect(markButton).toHaveProperty('disabled', false));
    fireEvent.click(markButton);
    await waitFor(() =>
      expect(calls.find(({ path }) => path === messages.markRead.path)?.body).toEqual({ ids: [], asOf }),
    );
  });

  it.each([
    ['/affair/detail/2026000001', { workorderCode: '2026000001' }],
    ['/exports', { kind: 'export' }],
    ['/todo', undefined],
  ])('after opening %s from elsewhere the messages marked as read are %o', async (path, which) => {
    let isRead = false;
    const calls = answerCalls({
      [newest]: () => (isRead ? null : message('a', 1)),
      [`POST ${messages.markRead.path}`]: () => {
        isRead = true;
        return { count: 1 };
      },
    });
    const { router } = renderPart(<MessageBell />, '/*');
    expect(await screen.findByText('1')).toBeDefined();
    await act(() => router.navigate(path));
    await wait(2);
    const bodies = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(bodies).toEqual(which === undefined ? [] : [{ which }]);
    if (which !== undefined) await waitFor(() => expect(screen.queryByText('1')).toBeNull());
  });

  it('counts a message that was opened from its list as read at once', async () => {
    let isRead = false;
    answerCalls({
      [newest]: () => (isRead ? null : message('a', 1)),
      [`GET ${messages.list.path}`]: () => ({ rows: [message('a', 1)], total: 1, asOf }),
      [`POST ${messages.markRead.path}`]: () => {
        isRead = true;
        return { count: 1 };
      },
    });
    renderPart(<MessageBell />);
    fireEvent.click(await screen.findByRole('button', { name: /^消息/ }));
    fireEvent.click(await screen.findByRole('button', { name: /^未读.*新的待办 a/ }));
    await waitFor(() => expect(screen.queryByText('1')).toBeNull());
  });

  it('shows an error when the messages could not be marked as read', async () => {
    answerCalls({
      [newest]: () => message('a', 1),
      [`GET ${messages.list.path}`]: () => ({ rows: [message('a', 1)], total: 1, asOf }),
      [`POST ${messages.markRead.path}`]: () => refuseWith(500, '系统出现异常，请稍后重试'),
    });
    renderPart(<MessageBell />);
    fireEvent.click(await screen.findByRole('button', { name: /^消息/ }));
    const markButton = await screen.findByRole('button', { name: '全部设为已读' });
    await waitFor(() => expect(markButton).toHaveProperty('disabled', false));
    fireEvent.click(markButton);
    expect(await screen.findByText(/系统出现异常/)).toBeDefined();
  });

  it('shows a new message once, for thirty seconds', async () => {
    answerCalls({ [newest]: () => message('a', 1) });
    const { unmount } = renderPart(<MessageBell />);
    expect(await screen.findByText('新的待办 a')).toBeDefined();
    await wait(28);
    expect(screen.getByText('新的待办 a')).toBeDefined();
    await wait(4);
    expect(screen.queryByText('新的待办 a')).toBeNull();
    unmount();
    renderPart(<MessageBell />);
    expect(await screen.findByText('1')).toBeDefined();
    expect(screen.queryByText('新的待办 a')).toBeNull();
  });

  it('keeps the notice while the pointer is on it, and closes it on request', async () => {
    answerCalls({ [newest]: () => message('a', 1) });
    renderPart(<MessageBell />);
    const notice = (await screen.findByText('新的待办 a')).closest('[role=status]') as HTMLElement;
    fireEvent.pointerEnter(notice);
    await wait(40);
    expect(screen.getByText('新的待办 a')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '关闭提醒' }));
    expect(screen.queryByText('新的待办 a')).toBeNull();
  });

  it.each([
    [390, false],
    [1366, true],
  ])(
    'keeps the notice on another screen only where it covers no line: %i px, shown %s',
    async (width, isShown) => {
      vi.stubGlobal('matchMedia', (query: string) => ({
        matches: width < Number(/width < (\d+)px/.exec(query)?.[1] ?? 0),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }));
      answerCalls({ [newest]: () => message('a', 1) });
      const { router } = renderPart(<MessageBell />, '/:screen?');
      expect(await screen.findByText('新的待办 a')).toBeDefined();
      await act(() => router.navigate('/todo'));
      expect(screen.queryByText('新的待办 a') !== null).toBe(isShown);
    },
  );

  it.each([
    ['/affair/detail/2026000001', false],
    ['/affair/detail/2026000002', true],
    ['/todo', true],
  ])('shows no notice about the order on the screen: %s, shown %s', async (path, isShown) => {
    const orderMessage = { ...message('a', 1), workorderId: 'w', workorderCode: '2026000001' };
    answerCalls({ [newest]: () => orderMessage });
    renderPart(<MessageBell />, path);
    expect(await screen.findByText('1')).toBeDefined();
    expect(screen.queryByText('新的待办 a') !== null).toBe(isShown);
  });

  it('polls every minute, and shows the next new message', async () => {
    let id = 'a';
    answerCalls({ [newest]: () => message(id, 1) });
    renderPart(<MessageBell />);
    expect(await screen.findByText('新的待办 a')).toBeDefined();
    id = 'b';
    await wait(61);
    expect(await screen.findByText('新的待办 b')).toBeDefined();
  });
});
