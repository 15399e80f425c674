import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FormHistoryEntry } from '#contract/work-order-form.ts';
import { workOrders } from '#contract/work-orders.ts';
import { buildOrderForm, taskTraceId } from '../test-order.ts';
import { answerCalls, renderPart } from '../test-screen.tsx';
import { FormHistory } from './FormHistory.tsx';

afterEach(() => vi.unstubAllGlobals());

const orderCode = '2026000123';
const pathOf = (path: string) => path.replace(':workorderCode', orderCode);
const history = `GET ${pathOf(workOrders.formHistory.path)}`;
const restore = `POST ${pathOf(workOrders.restoreForms.path)}`;
const entry = (change: Partial<FormHistoryEntry>): FormHistoryEntry => ({
  kind: 'typed',
  traceId: taskTraceId,
  flowNodeName: '受理审查',
  actName: '作废',
  handlerName: '赵敏',
  at: '2026-11-20T06:05:00.000Z',
  form: buildOrderForm({ content: { subject: '路灯不亮', conclusion: '予以受理' } }),
  ...change,
});

describe('form history (docs/decisions/0059)', () => {
  it('shows each stored form read-only, with its author and node', async () => {
    answerCalls({ [history]: () => ({ rows: [entry({}), entry({ kind: 'deleted', traceId: null })] }) });
    renderPart(<FormHistory orderCode={orderCode} mayRestore={false} />);
    const storedForm = await screen.findByRole('region', {
      name: /受理审查 · 作废时填写，未写入表单 · 赵敏/,
    });
    expect(within(storedForm).getByText('予以受理')).toBeTruthy();
    expect(within(storedForm).queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('region', { name: /已删除的内容/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: '恢复已删除的表单' })).toBeNull();
  });

  it('lets the matter administrator restore deleted contents, after confirmation', async () => {
    const calls = answerCalls({
      [history]: () => ({ rows: [entry({ kind: 'deleted', traceId: null })] }),
      [restore]: () => ({ restored: 1 }),
    });
    renderPart(<FormHistory orderCode={orderCode} mayRestore />);
    fireEvent.click(await screen.findByRole('button', { name: '恢复已删除的表单' }));
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    fireEvent.click(await screen.findByRole('button', { name: '确认恢复' }));
    expect(await screen.findByText('恢复成功')).toBeTruthy();
  });
});
