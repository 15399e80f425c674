import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Message, messages } from '#contract/messages.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { MessageCentre } from './MessageCentre.tsx';

const listCall = `GET ${messages.list.path}`;
const markReadCall = `POST ${messages.markRead.path}`;
const asOf = '2026-11-20T06:10:00.000Z';
const urgeMessage: Message = {
  id: 'a',
  kind: 'urged',
  title: '催办：反映电梯停用',
  content: '请尽快办理',
  messageSendTime: '2026-11-20T06:05:00.000Z',
  workorderId: 'w',
  workorderCode: '2026000001',
  workorderTraceId: 'w.3',
  read: false,
};
const maintenance: Message = {
  ...urgeMessage,
  id: 'b',
  kind: 'maintenance',
  title: '今晚维护',
  workorderId: null,
  workorderCode: null,
  workorderTraceId: null,
  read: true,
};

afterEach(() => vi.unstubAllGlobals());

function openCentre(rows: readonly Message[] = [urgeMessage, maintenance]) {
  const calls = answerCalls({
    [listCall]: () => ({ rows, total: rows.length, asOf }),
    [markReadCall]: () => ({ count: 1 }),
  });
  const markReadBodies = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { ...renderPart(<MessageCentre />), calls, marked: markReadBodies };
}

describe('message centre (S0 §4)', () => {
  it('shows the kind, order and read state of each message', async () => {
    openCentre();
    const row = (await screen.findByRole('link', { name: /催办：反映电梯停用/ })).closest('tr');
    expect(row?.textContent).toContain('未读');
    expect(row?.textContent).toContain('被催办');
    expect(row?.textContent).toContain('2026000001');
    // An unknown kind is shown as a message of the office, without a link.
    const otherRow = screen.getByText(/今晚维护/).closest('tr');
    expect(otherRow?.textContent).toContain('办件消息');
    expect(within(otherRow as HTMLElement).queryByRole('link')).toBeNull();
  });

  it('makes unread titles bold, and shows the content only of a message that opens nothing', async () => {
    openCentre();
    expect((await screen.findByText('催办：反映电梯停用')).tagName).toBe('B');
    expect(screen.getByText(/今晚维护/).tagName).not.toBe('B');
    expect(screen.queryByRole('columnheader', { name: '内容' })).toBeNull();
    const shownContents = screen.getAllByText(/请尽快办理/);
    expect(shownContents.map(({ textContent }) => textContent)).toEqual(['今晚维护　请尽快办理']);
  });

  it('opens the exact task of a message, and marks the message as read', async () => {
    const { marked: markReadBodies, router } = openCentre();
    fireEvent.click(await screen.findByRole('link', { name: /催办：反映电梯停用/ }));
    await waitFor(() => expect(markReadBodies()).toEqual([{ ids: ['a'] }]));
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
      '/affair/detail/2026000001?traceId=w.3',
    );
  });

  it('marks all found messages as read up to the time of the search, only after confirmation', async () => {
    const { marked: markReadBodies, calls } = openCentre();
    await screen.findByText(/今晚维护/);
    fireEvent.change(screen.getByLabelText('关键词'), { target: { value: '电梯' } });
    fireEvent.click(screen.getByRole('button', { name: /查\s*询/ }));
    await waitFor(() => expect(calls.at(-1)?.query.get('keyword')).toBe('电梯'));
    fireEvent.click(await screen.findByRole('button', { name: '全部设为已读' }));
    expect(await screen.findByText(/符合当前筛选条件的 2 条消息/)).toBeDefined();
    expect(markReadBodies()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: '确认设为已读' }));
    await waitFor(() => expect(markReadBodies()).toEqual([{ ids: [], which: { keyword: '电梯' }, asOf }]));
    expect(await screen.findByText('1 条消息已设为已读')).toBeDefined();
  });
});
