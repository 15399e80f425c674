import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentHandlers, type WaitingHandlers } from '#contract/current-handlers.ts';
import { answerCalls, refuseWith, renderPart } from '../test-screen.tsx';
import { CurrentHandlersDialog } from './CurrentHandlersDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const orderId = '018f0000-0000-7000-8000-000000000000';
const waitingTask: WaitingHandlers = {
  traceId: `${orderId}.2`,
  flowNodeId: 'receive',
  flowNodeName: '收件',
  startTime: '2026-03-02T02:00:00.000Z',
  due: { dueAt: null, provisional: false, light: 'none', text: '' },
  candidates: [{ candidateCode: 'group:receivers', candidateName: '收件组' }],
  handlers: [{ key: 'staff:1', name: '刘洋', orgName: '信访局', positionNames: '' }],
  handlerCount: 73,
  substitutes: [],
};

function open(answer: () => unknown) {
  const calls = answerCalls({ [`GET ${currentHandlers.ofOrder.path}`]: answer });
  const onClose = vi.fn();
  renderPart(<CurrentHandlersDialog orderId={orderId} code="20260302000001" onClose={onClose} />);
  return { calls, onClose };
}

describe('dialog 当前处理人', () => {
  it('shows who has the order, where they work, and how many more there are than listed', async () => {
    const { calls, onClose } = open(() => ({ rows: [waitingTask], channels: ['20'] }));
    const table = await screen.findByRole('table', { name: '收件的处理人' });
    const row = within(table).getByRole('rowheader', { name: '刘洋' }).closest('tr');
    expect(row?.textContent).toBe('刘洋信访局—');
    expect(screen.getByText(/候选：收件组（共 73 人，列出前 1 人）/)).toBeTruthy();
    expect(calls[0]?.query.get('workorderId')).toBe(orderId);
    fireEvent.click(lastOf(screen.getAllByRole('button', { name: '关闭' })));
    expect(onClose).toHaveBeenCalled();
  });

  it('shows a message when no handler is in office', async () => {
    open(() => ({ rows: [{ ...waitingTask, handlers: [], handlerCount: 0 }], channels: ['20'] }));
    expect(await screen.findByText('目前无人在岗，请联系办件管理员。')).toBeTruthy();
  });

  it('shows a message when no step is waiting', async () => {
    open(() => ({ rows: [], channels: ['20'] }));
    expect(await screen.findByText('没有等待处理的环节')).toBeTruthy();
  });

  it('can be retried after a failure', async () => {
    let isFailing = true;
    open(() => (isFailing ? refuseWith(500, '服务暂不可用') : { rows: [waitingTask], channels: ['20'] }));
    const retryButton = await screen.findByRole('button', { name: /重试|重新/ });
    isFailing = false;
    fireEvent.click(retryButton);
    await waitFor(() => expect(screen.getByRole('table', { name: '收件的处理人' })).toBeTruthy());
  });
});

function lastOf(elements: HTMLElement[]): HTMLElement {
  return elements.at(-1) as HTMLElement;
}
