import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handling } from '#contract/handling.ts';
import { buildButton } from '../work-orders/test-order.ts';
import { buildDialog, buildOutcome } from '../work-orders/test-outcome.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import type { ActionDialogProps } from './action-confirm.ts';
import { ReturnDialog } from './ReturnDialog.tsx';

const nodes = [
  { flowNodeId: 'start', flowNodeName: '来信登记', handlerName: '张伟', visits: 1 },
  { flowNodeId: 'receive', flowNodeName: '收件', handlerName: '刘洋', visits: 1 },
];

function open(rows: typeof nodes, props: Partial<ActionDialogProps> = {}) {
  const calls = answerCalls({
    [`GET ${handling.returnNodes.path}`]: () => ({ rows, ways: ['replay', 'direct'] }),
    [`POST ${handling.previewAction.path}`]: ({ body }) => {
      const { backNodeIds } = body as { backNodeIds: string };
      const targets = rows.filter(({ flowNodeId }) => backNodeIds.split(',').includes(flowNodeId));
      const [template] = buildOutcome().opens;
      const opens = template ? targets.map((node) => ({ ...template, ...node })) : [];
      return {
        outcome: targets.length > 0 ? buildOutcome({ opens, undo: null }) : null,
        next: [],
        voters: [],
      };
    },
  });
  const onSubmit = vi.fn();
  renderPart(
    <ReturnDialog
      {...buildDialog(buildButton('2', '退回', 1))}
      {...props}
      submitting={false}
      onSubmit={onSubmit}
    />,
  );
  return { calls, onSubmit };
}

afterEach(() => vi.unstubAllGlobals());

describe('return dialog', () => {
  it('requires a node before anything is sent', async () => {
    const { onSubmit } = open(nodes);
    await screen.findByText('来信登记');
    expect(screen.getByText('上次处理人：张伟')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '确认退回' }));
    expect(await screen.findByText('请选择退回节点')).toBeTruthy();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('shows which tasks will close, and sends nodes and return path', async () => {
    const { onSubmit } = open(nodes);
    fireEvent.click(await screen.findByRole('checkbox', { name: /来信登记/ }));
    fireEvent.click(screen.getByRole('checkbox', { name: /收件/ }));
    fireEvent.click(screen.getByRole('radio', { name: /退回后直送/ }));
    expect(await screen.findByText(/“受理审查”的待办：受理审查岗/)).toBeTruthy();
    expect(screen.getAllByText('来信登记')).toHaveLength(2);
    expect(screen.getByText('确认后不能撤回')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '确认退回' }));
    expect(onSubmit).toHaveBeenCalledWith({ backNodeIds: 'start,receive', backWay: 'direct' });
  });

  it('asks for a missing opinion in the dialog, with the error at the field', async () => {
    const onOpinion = vi.fn();
    const { onSubmit } = open(nodes, { opinion: ' ', onOpinion });
    fireEvent.click(await screen.findByRole('checkbox', { name: /来信登记/ }));
    await screen.findByText(/“受理审查”的待办：受理审查岗/);
    fireEvent.click(screen.getByRole('button', { name: '确认退回' }));
    expect((await screen.findByRole('alert')).textContent).toBe('【处理意见】填写处理意见');
    const field = screen.getByRole('textbox', { name: /处理意见/ });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(onSubmit).not.toHaveBeenCalled();
    fireEvent.change(field, { target: { value: '材料不全' } });
    expect(onOpinion).toHaveBeenCalledWith('材料不全');
  });

  it('focuses the choice of nodes first, shows everything missing, and focuses the first problem', async () => {
    open(nodes, { opinion: '' });
    const firstBox = await screen.findByRole('checkbox', { name: /来信登记/ });
    await waitFor(() => expect(document.activeElement).toBe(firstBox));
    screen.getByRole('textbox', { name: /处理意见/ }).focus();
    fireEvent.click(screen.getByRole('button', { name: '确认退回' }));
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      '请选择退回节点',
      '【处理意见】填写处理意见',
    ]);
    await waitFor(() => expect(document.activeElement).toBe(firstBox));
    expect(screen.getByRole('group', { name: '退回到' })).toBeTruthy();
  });

  it('shows 不允许退回 when there is no node to return to', async () => {
    open([]);
    expect(await screen.findByText('不允许退回')).toBeTruthy();
    expect(await screen.findByRole('button', { name: '确认退回' })).toHaveProperty('disabled', true);
  });
});
