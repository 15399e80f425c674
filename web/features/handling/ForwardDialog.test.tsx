import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildButton } from '../work-orders/test-order.ts';
import { buildDialog, buildNextNode, previewing } from '../work-orders/test-outcome.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { ForwardDialog } from './ForwardDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

describe('forward dialog', () => {
  it('requires handlers for every next node', async () => {
    answerCalls(
      previewing(null, [
        buildNextNode('host', '主办单位承办', 'handlers', [{ key: 'staff:1', name: '周敏' }]),
        buildNextNode('join', '协办单位承办', 'candidates', [{ key: 'staff:2', name: '何勇' }]),
      ]),
    );
    const onSubmit = vi.fn();
    renderPart(
      <ForwardDialog {...buildDialog(buildButton('9', '转交', 1))} submitting={false} onSubmit={onSubmit} />,
    );
    await screen.findByRole('combobox', { name: /协办单位承办/ });
    expect(screen.getByRole('button', { name: '选择主办单位承办的处理人' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '选择协办单位承办的处理人' })).toBeTruthy();
    const choose = async (node: string, name: string) => {
      fireEvent.mouseDown(await screen.findByRole('combobox', { name: new RegExp(node) }));
      const options = await screen.findAllByText(name);
      const option = options.find((each) => each.closest('.ant-select-item'));
      if (option) fireEvent.click(option);
    };
    await choose('主办单位承办', '周敏');
    fireEvent.click(screen.getByRole('button', { name: '确认转交' }));
    expect(
      await within(await screen.findByRole('dialog')).findByText('请完整配置所有节点的处理人'),
    ).toBeTruthy();
    expect(onSubmit).not.toHaveBeenCalled();
    await choose('协办单位承办', '何勇');
    fireEvent.click(screen.getByRole('button', { name: '确认转交' }));
    expect(onSubmit).toHaveBeenCalledWith({
      procInsNodeUserReqModel: [
        { flowNodeId: 'host', candidates: ['staff:1'] },
        { flowNodeId: 'join', candidates: ['staff:2'] },
      ],
    });
  });
});
