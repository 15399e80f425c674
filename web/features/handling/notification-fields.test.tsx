import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handling } from '#contract/handling.ts';
import { orderMessages } from '#contract/order-messages.ts';
import { noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { CommonOpinionPopover } from '../opinions/CommonOpinionPopover.tsx';
import { OpinionChips } from '../opinions/OpinionChips.tsx';
import { UrgeDialog } from '../urge/UrgeDialog.tsx';
import { buildMyTask, buildOrderPage } from '../work-orders/test-order.ts';
import { buildOutcome, previewing } from '../work-orders/test-outcome.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { HandlerBar } from './HandlerBar.tsx';

const choices = orderMessages.choices.path.replace(':workorderCode', buildOrderPage().order.code);
const handle = handling.handle.path;

async function openDialog(answer: () => unknown = () => refuseWith(40901, '办件正忙')) {
  const calls = answerCalls({
    ...previewing(buildOutcome()),
    [`GET ${choices}`]: () => ({
      canSend: true,
      channels: [
        { channel: '10', label: '短信', isTwin: true },
        { channel: '20', label: '站内消息', isTwin: false },
      ],
      contents: [],
      targets: [
        { value: 'applicant', name: '信访人', part: '信访人', mobile: '154****2345', channels: ['10'] },
        { value: 'staff:li', name: '李娜', part: '已办处理人', mobile: null, channels: ['20'] },
      ],
    }),
    [`POST ${handle}`]: answer,
  });
  renderPart(
    <HandlerBar
      UrgeDialog={UrgeDialog}
      RecordDialog={() => null}
      page={buildMyTask()}
      forms={noForms}
      onReload={vi.fn()}
      onLeave={vi.fn()}
      commonOpinions={{ Chips: OpinionChips, Popover: CommonOpinionPopover }}
    />,
  );
  fireEvent.change(screen.getByLabelText(/处理意见/), { target: { value: '同意' } });
  fireEvent.click(screen.getByRole('button', { name: '受理' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('领导批示');
  const submitted = () => calls.filter(({ path }) => path === handle).map(({ body }) => body as object);
  return { dialog, calls, submitted };
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

it('is folded, sends nothing and requests nothing until it is switched on', async () => {
  const { dialog, calls, submitted } = await openDialog();
  expect(dialog.queryByText('消息渠道')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: '确认受理' }));
  await waitFor(() => expect(submitted()).toHaveLength(1));
  expect(submitted()[0]).not.toHaveProperty('message');
  expect(calls.some(({ path }) => path === choices)).toBe(false);
});

it('requires text and a channel at their fields (S1 §5), then is sent with the action and remembered', async () => {
  const { dialog, submitted } = await openDialog();
  fireEvent.click(dialog.getByRole('checkbox', { name: /^通知/ }));
  const text = await dialog.findByRole('textbox', { name: '消息内容' });
  expect(text).toHaveProperty('value', '您新收到一条待办，请及时查阅处理');
  fireEvent.change(text, { target: { value: ' ' } });
  fireEvent.click(dialog.getByRole('checkbox', { name: '站内消息' }));
  fireEvent.click(dialog.getByRole('button', { name: '确认受理' }));
  expect(await dialog.findByText('请输入消息内容')).toBeTruthy();
  expect(dialog.getByText('请选择消息渠道')).toBeTruthy();
  expect(submitted()).toEqual([]);
  fireEvent.change(text, { target: { value: '请核对附件' } });
  fireEvent.click(dialog.getByRole('checkbox', { name: '短信' }));
  expect(dialog.getByText('短信为演示渠道：只保存，不真正发出')).toBeTruthy();
  fireEvent.click(dialog.getByRole('checkbox', { name: '信访人' }));
  fireEvent.click(dialog.getByRole('button', { name: '确认受理' }));
  await waitFor(() => expect(submitted()).toHaveLength(1));
  expect(submitted()[0]).toMatchObject({
    message: {
      candidateList: ['next-handler', 'applicant'],
      msgNotify: '1',
      msg: '请核对附件',
      channelType: ['10'],
    },
  });
  expect(JSON.parse(localStorage.getItem('banjian.notice') ?? '')).toEqual({
    targets: ['next-handler', 'applicant'],
    channels: ['10'],
  });
});
