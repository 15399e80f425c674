import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ActionOutcome, BranchChoice } from '#contract/action-preview.ts';
import { handling } from '#contract/handling.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { buildButton } from '../work-orders/test-order.ts';
import { buildDialog, buildOutcome, previewing } from '../work-orders/test-outcome.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
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

type LeftOut = ActionOutcome['leftOut'];

async function open(multiple: boolean, suggestedNodeId: string | null = null, leftOut: LeftOut = []) {
  const rows = [
    branch('host', '独办或主办', '主办单位研究办理', ['徐军', '朱红']),
    branch('join', '会办单位意见', '会办单位意见', ['高峰'], ['执法局', '环保局', '交通局']),
  ];
  const outcome = buildOutcome({ leftOut });
  const calls = answerCalls(previewing(outcome, [], [], { rows, multiple, suggestedNodeId }));
  const onSubmit = vi.fn();
  renderPart(
    <BranchDialog {...buildDialog(buildButton('12', '交办', 1))} submitting={false} onSubmit={onSubmit} />,
  );
  await screen.findByText('独办或主办');
  const requests = () =>
    calls
      .filter(({ path }) => path === handling.previewAction.path)
      .map(({ body }) => (body as { branchProcessingNodeId?: string }).branchProcessingNodeId);
  return { onSubmit, requests };
}

async function confirm() {
  // The button element changes once it may be pressed.
  const button = () => screen.getByRole('button', { name: '确认交办' });
  await waitFor(() => expect(button()).toHaveProperty('disabled', false));
  fireEvent.click(button());
}

describe('branch dialog', () => {
  it('shows the unit and people of each branch before the choice, and requires a choice', async () => {
    const { onSubmit } = await open(true);
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
    const { onSubmit, requests } = await open(true);
    expect(screen.getByText('可多选')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: /独办或主办/ }));
    fireEvent.click(screen.getByRole('checkbox', { name: /会办单位意见/ }));
    await waitFor(() => expect(requests().at(-1)).toBe('host,join'));
    await confirm();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ branchProcessingNodeId: 'host,join' }));
  });

  it('allows one branch at an exclusive gateway', async () => {
    const { onSubmit } = await open(false);
    expect(screen.queryByText('可多选')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: /独办或主办/ }));
    fireEvent.click(screen.getByRole('radio', { name: /会办单位意见/ }));
    await confirm();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ branchProcessingNodeId: 'join' }));
  });

  it('preselects the branch that fits the forms, and keeps another choice', async () => {
    const { onSubmit, requests } = await open(false, 'join');
    await waitFor(() => expect(requests()).toEqual([undefined, 'join']));
    expect(screen.getByRole('radio', { name: /会办单位意见/ })).toHaveProperty('checked', true);
    fireEvent.click(screen.getByRole('radio', { name: /独办或主办/ }));
    await confirm();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ branchProcessingNodeId: 'host' }));
  });

  it('names the units that do not get the order, of many only the first', async () => {
    const unitNames = ['甲', '乙', '丙', '丁', '戊', '己'].map((name) => `${name}局`);
    await open(false, 'host', [
      { fieldTitle: '协办单位', unitNames: ['淳安县住建局'] },
      { fieldTitle: '会办单位', unitNames },
    ]);
    expect(await screen.findByText('协办单位（淳安县住建局）不会收到本件。')).toBeTruthy();
    expect(
      screen.getByText('会办单位（甲局、乙局、丙局、丁局、戊局 等 6 个单位）不会收到本件。'),
    ).toBeTruthy();
  });

  it('asks for no branch if the order goes directly back to the person who returned it', async () => {
    answerCalls(previewing(buildOutcome()));
    const onSubmit = vi.fn();
    renderPart(
      <BranchDialog {...buildDialog(buildButton('12', '交办', 1))} submitting={false} onSubmit={onSubmit} />,
    );
    await confirm();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({}));
    expect(screen.queryByText('办理分支')).toBeNull();
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

it('shows a step without handlers as a missing input, without a request number or another attempt', async () => {
  const text = '环节“会办单位意见”没有可用的处理人，请先在表单中填写由哪个单位办理';
  const preview = previewing(buildOutcome(), [], [], {
    rows: [
      branch('host', '独办或主办', '主办单位研究办理', ['徐军']),
      branch('join', '会办', '会办单位意见', []),
    ],
    multiple: false,
    suggestedNodeId: null,
  });
  const path = `POST ${handling.previewAction.path}`;
  const chooses = (body: unknown) => (body as { branchProcessingNodeId?: string }).branchProcessingNodeId;
  answerCalls({
    [path]: (call) =>
      chooses(call.body) === 'join'
        ? refuseWith(refusalRow.noCandidates.errcode, text)
        : preview[path]?.(call),
  });
  renderPart(
    <BranchDialog {...buildDialog(buildButton('12', '交办', 1))} submitting={false} onSubmit={vi.fn()} />,
  );
  fireEvent.click(await screen.findByRole('radio', { name: /会办/ }));
  expect((await screen.findByText(text)).getAttribute('role')).toBe('alert');
  expect(screen.queryByText(/请求编号/)).toBeNull();
  expect(screen.queryByRole('button', { name: '重新加载' })).toBeNull();
});
