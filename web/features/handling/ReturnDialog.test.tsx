import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handling } from '#contract/handling.ts';
import { taskTraceId } from '../work-orders/test-order.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';

const nodes = [
  { flowNodeId: 'start', flowNodeName: '来信登记', handlerName: '张伟', visits: 1 },
  { flowNodeId: 'receive', flowNodeName: '收件', handlerName: '刘洋', visits: 1 },
];

function open(rows: typeof nodes) {
  const sent = answerCalls({
    [`GET ${handling.returnNodes.path}`]: () => ({ rows, ways: ['replay', 'direct'] }),
    [`GET ${handling.returnPreview.path}`]: ({ query }) => ({
      reopens: rows.filter(({ flowNodeId }) => query.get('backNodeIds')?.split(',').includes(flowNodeId)),
      closes: [
        {
          flowNodeId: 'review',
          flowNodeName: '受理审查',
          traceId: taskTraceId,
          handlerNames: ['受理审查岗'],
        },
      ],
    }),
  });
  const onSubmit = vi.fn();
  renderPart(
    <ReturnDialog
      action="退回"
      orderId={taskTraceId.split('.')[0] ?? ''}
      flowNodeId="examine"
      traceId={taskTraceId}
      submitting={false}
      onSubmit={onSubmit}
      onClose={() => undefined}
    />,
  );
  return { sent, onSubmit };
}

afterEach(() => vi.unstubAllGlobals());

describe('the return dialog', () => {
  it('asks for a node before anything is sent', async () => {
    const { onSubmit } = open(nodes);
    await screen.findByText('来信登记');
    expect(screen.getByText('上次处理人：张伟')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '确认退回' }));
    expect(await screen.findByText('请选择退回节点')).toBeTruthy();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('says which tasks will close, and sends nodes and way', async () => {
    const { onSubmit } = open(nodes);
    fireEvent.click(await screen.findByRole('checkbox', { name: /来信登记/ }));
    fireEvent.click(screen.getByRole('checkbox', { name: /收件/ }));
    fireEvent.click(screen.getByRole('radio', { name: /退回后直送/ }));
    expect(await screen.findByText('受理审查（受理审查岗）')).toBeTruthy();
    expect(await screen.findByText('来信登记、收件')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '确认退回' }));
    expect(onSubmit).toHaveBeenCalledWith({ backNodeIds: 'start,receive', backWay: 'direct' });
  });

  it('says 不允许退回 when there is no node to return to', async () => {
    open([]);
    expect(await screen.findByText('不允许退回')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '确认退回' })).toBeNull();
  });
});
