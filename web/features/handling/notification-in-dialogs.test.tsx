import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askingOthers } from '#contract/asking-others.ts';
import { handling } from '#contract/handling.ts';
import { orderMessages } from '#contract/order-messages.ts';
import { noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { UrgeDialog } from '../urge/UrgeDialog.tsx';
import { buildButton, buildMyTask, buildOrderPage, taskTraceId } from '../work-orders/test-order.ts';
import { buildDialog, buildNextNode, buildOutcome, previewing } from '../work-orders/test-outcome.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { AddSignersDialog } from './AddSignersDialog.tsx';
import { BranchDialog } from './BranchDialog.tsx';
import { CountersignDialog } from './CountersignDialog.tsx';
import { DelegateDialog } from './DelegateDialog.tsx';
import { ForwardDialog } from './ForwardDialog.tsx';
import { HandlerBar } from './HandlerBar.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { ReturnToHandlerDialog } from './ReturnToHandlerDialog.tsx';

/** Every dialog of the bar may send a notification with its action (S1 §3, §4; docs/decisions/0072). */

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const noticeText = '您新收到一条待办，请及时查阅处理';
const message = {
  candidateList: ['next-handler'],
  msgNotify: '1',
  msg: noticeText,
  channelType: ['20'],
};
const answers = {
  ...previewing(buildOutcome(), [buildNextNode('lead', '领导批示', 'candidates', [])], [], {
    rows: [{ flowNodeId: 'lead', flowNodeName: '单办', opens: [] }],
    multiple: false,
    suggestedNodeId: null,
  }),
  [`GET ${orderMessages.choices.path.replace(':workorderCode', buildOrderPage().order.code)}`]: () => ({
    canSend: true,
    channels: [{ channel: '20', label: '站内消息', isTwin: false }],
    contents: [],
    targets: [],
  }),
  [`GET ${handling.returnNodes.path}`]: () => ({
    rows: [{ flowNodeId: 'receive', flowNodeName: '收件', handlerName: '刘洋', visits: 1 }],
    ways: ['replay'],
  }),
  [`GET ${askingOthers.earlierHandlers.path}`]: () => ({
    rows: [{ candidate: 'staff:1', name: '赵敏', orgName: '信访局', at: '2026-11-20T02:00:00.000Z' }],
  }),
};
const lastOf = (elements: HTMLElement[]) => elements.at(-1) as HTMLElement;
const dialog = () => within(screen.getAllByRole('dialog')[0] as HTMLElement);

async function turnOn() {
  fireEvent.click(await dialog().findByRole('checkbox', { name: /^通知/ }));
  expect(await dialog().findByRole('textbox', { name: '消息内容' })).toHaveProperty('value', noticeText);
}

async function confirm() {
  // The button element changes once it may be pressed.
  const button = () => lastOf(dialog().getAllByRole('button', { name: /^确认/ }));
  await waitFor(() => expect(button()).toHaveProperty('disabled', false));
  fireEvent.click(button());
}

type DialogProps = ReturnType<typeof buildDialog> & { submitting: boolean; onSubmit: () => void };
const named = { key: 'staff:1', name: '朱红' };

describe('notification sent with an action', () => {
  it.each<[string, string, (dialogProps: DialogProps) => ReactNode, () => void]>([
    [
      '选择分支',
      '12',
      (dialogProps) => <BranchDialog {...dialogProps} />,
      () => fireEvent.click(screen.getByRole('radio', { name: /单办/ })),
    ],
    [
      '退回',
      '2',
      (dialogProps) => <ReturnDialog {...dialogProps} />,
      // The only step to return to is preselected.
      () => expect(screen.getByRole('checkbox', { name: /收件/ })).toHaveProperty('checked', true),
    ],
    [
      '退回经办人',
      'return-to-handler',
      (dialogProps) => <ReturnToHandlerDialog {...dialogProps} />,
      () => undefined,
    ],
    [
      '发起会签',
      '3',
      (dialogProps) => <CountersignDialog {...dialogProps} storedChoices={new Map([['members', [named]]])} />,
      () => undefined,
    ],
  ])('%s', async (name, code, draw, choose) => {
    answerCalls(answers);
    const onSubmit = vi.fn();
    renderPart(draw({ ...buildDialog(buildButton(code, name, 1)), submitting: false, onSubmit }));
    await turnOn();
    choose();
    await confirm();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
    expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ message });
  });

  it.each<[string, string, (dialogProps: DialogProps) => ReactNode, string]>([
    ['转交', '9', (dialogProps) => <ForwardDialog {...dialogProps} />, '请完整配置所有节点的处理人'],
    ['加签', 'add-signer', (dialogProps) => <AddSignersDialog {...dialogProps} />, '请选择加签人员'],
    ['委派', 'delegate', (dialogProps) => <DelegateDialog {...dialogProps} />, '请选择受托人'],
  ])(
    '%s: shows problems of notice and action together, and sends nothing',
    async (name, code, draw, problem) => {
      answerCalls(answers);
      const onSubmit = vi.fn();
      renderPart(draw({ ...buildDialog(buildButton(code, name, 1)), submitting: false, onSubmit }));
      await turnOn();
      fireEvent.change(dialog().getByRole('textbox', { name: '消息内容' }), { target: { value: ' ' } });
      await confirm();
      expect(await dialog().findByText('请输入消息内容')).toBeTruthy();
      expect(dialog().getByText(problem)).toBeTruthy();
      expect(onSubmit).not.toHaveBeenCalled();
    },
  );

  it('is off for the next button after it was switched on for another', async () => {
    answerCalls(answers);
    const dialogProps = { ...buildDialog(buildButton('2', '退回', 1)), submitting: false, onSubmit: vi.fn() };
    const { unmount } = renderPart(<ReturnDialog {...dialogProps} />);
    await turnOn();
    unmount();
    renderPart(
      <ReturnToHandlerDialog {...dialogProps} button={buildButton('return-to-handler', '退回经办人', 2)} />,
    );
    expect(await dialog().findByRole('checkbox', { name: /^通知/ })).toHaveProperty('checked', false);
  });

  it('is sent with a signer’s opinion, which has its own call', async () => {
    const calls = answerCalls({
      ...answers,
      [`POST ${askingOthers.sign.path}`]: () => ({
        message: '已签署',
        status: 3,
        statusLabel: '待受理',
        nextNodeNames: [],
        workorderDocs: [],
      }),
    });
    const { task, ...page } = buildMyTask();
    renderPart(
      <HandlerBar
        UrgeDialog={UrgeDialog}
        RecordDialog={() => null}
        page={{ ...page, task: task && { ...task, buttons: [buildButton('sign', '签署意见', 1)] } }}
        forms={noForms}
        onReload={vi.fn()}
        onLeave={vi.fn()}
        commonOpinions={{ Chips: () => null, Popover: () => null }}
      />,
    );
    fireEvent.change(screen.getByLabelText(/处理意见/), { target: { value: '同意' } });
    fireEvent.click(screen.getByRole('button', { name: '签署意见' }));
    await screen.findByRole('dialog');
    await turnOn();
    await confirm();
    const body = () => calls.find(({ path }) => path === askingOthers.sign.path)?.body;
    await waitFor(() => expect(body()).toMatchObject({ traceId: taskTraceId, opinion: '同意', message }));
  });
});
