import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { slots } from '#web/app/composed/detail-parts.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { buildMyTask, buildOrderForm, buildOrderPage } from '../test-order.ts';
import { answerCalls, renderPart } from '../test-screen.tsx';
import { readDetailParameters } from './detail-parameters.ts';
import { OrderDetail } from './OrderDetail.tsx';
import { useOrderInHand } from './use-order-in-hand.ts';

const parameters = readDetailParameters(new URLSearchParams());
const screenOf = (fresh: ReturnType<typeof buildOrderPage>) => (
  <OrderDetail
    fresh={fresh}
    slots={slots}
    parameters={parameters}
    onReload={async () => fresh}
    onLeave={() => undefined}
  />
);

beforeEach(() => {
  sessionStorage.clear();
  answerCalls({});
});
afterEach(() => vi.unstubAllGlobals());

describe('the forms of an order', () => {
  it('are edited by who has the task, field by field as the node allows', () => {
    renderPart(screenOf(buildMyTask({ forms: [buildOrderForm()] })));
    expect(screen.getByRole('textbox', { name: /结论/ })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: /标题/ })).toBeNull();
  });

  it('are only read by everybody else, and what is hidden is not there', () => {
    const form = buildOrderForm({ authority: { subject: 1, conclusion: 0 } });
    renderPart(screenOf(buildOrderPage({ forms: [form] })));
    fireEvent.click(screen.getByRole('tab', { name: '登记表' }));
    expect(screen.queryByRole('textbox', { name: /结论/ })).toBeNull();
    expect(screen.queryByText('结论')).toBeNull();
  });

  it('stand in three tabs, the rest under 更多', () => {
    const forms = [1, 2, 3, 4, 5].map((n) => buildOrderForm({ formCode: `f${n}`, formName: `表${n}` }));
    renderPart(screenOf(buildOrderPage({ forms })));
    expect(screen.queryByRole('tab', { name: '表4' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /更多（2）/ }));
    expect(screen.getByRole('tab', { name: '表5' })).toBeTruthy();
  });
});

describe('an order that moves while somebody works on it', () => {
  it('keeps what was typed, says so, and lets nothing be sent from a task that is gone', () => {
    const before = buildMyTask({ forms: [buildOrderForm()] });
    const after = buildOrderPage({
      forms: [buildOrderForm()],
      order: { ...before.order, version: 4, status: 23, statusLabel: '待审批' },
    });
    const view = renderPart(screenOf(before));
    fireEvent.change(screen.getByRole('textbox', { name: /结论/ }), { target: { value: '予以受理' } });
    view.update(screenOf(after));
    expect(screen.getByText('该办件已有新的进展，当前状态：待审批')).toBeTruthy();
    expect(screen.getByDisplayValue('予以受理')).toBeTruthy();
    expect(screen.getByRole('button', { name: '受理' }).hasAttribute('disabled')).toBe(true);
  });

  it('is followed at once by who only reads', () => {
    const { result, rerender } = renderHook(({ fresh }) => useOrderInHand(fresh), {
      initialProps: { fresh: buildOrderPage() },
    });
    const next = buildOrderPage({ order: { ...buildOrderPage().order, version: 4 } });
    rerender({ fresh: next });
    expect(result.current.inHand).toBe(next);
    expect(result.current.moved).toBe(false);
  });
});

describe('leaving an order with something typed into its forms', () => {
  const type = (text: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: /结论/ }), { target: { value: text } });

  it('asks first, and stays with all that was typed when told so', async () => {
    const { router } = renderPart(screenOf(buildMyTask({ forms: [buildOrderForm()] })));
    type('予以受理');
    await act(() => router.navigate('/done'));
    expect(await screen.findByRole('dialog', { name: '内容尚未提交' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '留在本页' }));
    expect(screen.getByDisplayValue('予以受理')).toBeTruthy();
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    await act(() => router.navigate('/done'));
    fireEvent.click(await screen.findByRole('button', { name: '不提交，离开' }));
    expect(await screen.findByText('另一个页面')).toBeTruthy();
  });

  it('asks nothing while nothing is typed, nor about a task that is gone', async () => {
    const before = buildMyTask({ forms: [buildOrderForm()] });
    const view = renderPart(screenOf(before));
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(false);
    type('予以受理');
    view.update(screenOf(buildOrderPage({ forms: [buildOrderForm()] })));
    await act(() => view.router.navigate('/done'));
    expect(await screen.findByText('另一个页面')).toBeTruthy();
  });
});

describe('the address of the detail page', () => {
  it('is read as callers spell it', () => {
    const query = new URLSearchParams(
      'traceId=a.1&isDone=true&isInitiated=1&actionTarget=_blank&flowNodeId=n',
    );
    expect(readDetailParameters(query)).toEqual({
      traceId: 'a.1',
      flowNodeId: 'n',
      isDone: true,
      isInitiated: true,
      ownWindow: true,
      focusOpinion: false,
    });
    expect(detailUrl('2026000123', { traceId: 'a.1', focus: 'opinion' })).toBe(
      '/affair/detail/2026000123?traceId=a.1&focus=opinion',
    );
  });
});
