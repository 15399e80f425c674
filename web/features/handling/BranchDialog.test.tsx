import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BranchChoice } from '#contract/action-preview.ts';
import { handling } from '#contract/handling.ts';
import { buildButton } from '../work-orders/test-order.ts';
import { buildDialog, buildOutcome, previewing } from '../work-orders/test-outcome.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { BranchDialog, handlersOfBranches } from './BranchDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const [openedTask] = buildOutcome().opens;
const branch = (
  id: string,
  label: string,
  node: string,
  people: string[],
  orgNames = ['住建局'],
): BranchChoice => ({
  flowNodeId: id,
  flowNodeName: label,
  opens: openedTask
    ? [
        {
          ...openedTask,
          flowNodeId: id,
          flowNodeName: node,
          orgNames,
          handlerNames: ['承办联络岗'],
          people,
          peopleCount: people.length,
        },
      ]
    : [],
});

async function open(multiple: boolean) {
  const calls = answerCalls({
    ...previewing(buildOutcome()),
    [`GET ${handling.branchNodes.path}`]: () => ({
      rows: [
        branch('host', '独办或主办', '主办单位研究办理', ['徐军', '朱红']),
        branch('join', '会办单位意见', '会办单位意见', ['高峰'], ['执法局', '环保局', '交通局']),
      ],
      multiple,
    }),
  });
  const onSubmit = vi.fn();
  renderPart(
    <BranchDialog {...buildDialog(buildButton('12', '交办', 1))} submitting={false} onSubmit={onSubmit} />,
  );
  await screen.findByText('独办或主办');
  const confirm = async () => {
    // The button element changes once it may be pressed.
    const button = () => screen.getByRole('button', { name: '确认交办' });
    await waitFor(() => expect(button()).toHaveProperty('disabled', false));
    fireEvent.click(button());
  };
  const requests = () =>
    calls
      .filter(({ path }) => path === handling.previewAction.path)
      .map(({ body }) => (body as { branchProcessingNodeId?: string }).branchProcessingNodeId);
  return { onSubmit, confirm, requests };
}

describe('branch dialog', () => {
  it('shows the unit and people of each branch before the choice, and requires a choice', async () => {
    const { onSubmit, confirm } = await open(true);
    const host = screen.getByRole('checkbox', { name: /独办或主办/ }).closest('label');
    expect(host?.textContent).toContain('主办单位研究办理：住建局 承办联络岗（徐军、朱红，任一人办理）');
    // If branch and node have the same name, it is shown only once.
    const join = screen.getByRole('checkbox', { name: /会办单位意见/ }).closest('label');
    expect(join?.textContent).toBe('会办单位意见执法局、环保局等单位 承办联络岗（高峰）');
    await confirm();
    expect(await screen.findByText('请选择办理分支')).toBeTruthy();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('allows several branches at an inclusive gateway, and previews their combined effect', async () => {
    const { onSubmit, confirm, requests } = await open(true);
    expect(screen.getByText('可多选')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: /独办或主办/ }));
    fireEvent.click(screen.getByRole('checkbox', { name: /会办单位意见/ }));
    await waitFor(() => expect(requests().at(-1)).toBe('host,join'));
    await confirm();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ branchProcessingNodeId: 'host,join' }));
  });

  it('allows one branch at an exclusive gateway', async () => {
    const { onSubmit, confirm } = await open(false);
    expect(screen.queryByText('可多选')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: /独办或主办/ }));
    fireEvent.click(screen.getByRole('radio', { name: /会办单位意见/ }));
    await confirm();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ branchProcessingNodeId: 'join' }));
  });

  it('keeps the handlers named for the branches that remain, and no others', () => {
    const rows = [branch('host', '独办或主办', '主办', []), branch('join', '会办单位意见', '会办', [])];
    const handler = (id: string) => ({ key: `staff:${id}`, name: id });
    const namedHandlers = { host: [handler('xujun')], join: [handler('gaofeng')] };
    expect(handlersOfBranches(namedHandlers, rows, ['host'])).toEqual({ host: namedHandlers.host });
    expect(handlersOfBranches(namedHandlers, rows, ['join'])).toEqual({ join: namedHandlers.join });
    expect(handlersOfBranches(namedHandlers, rows, [])).toEqual({});
  });
});
