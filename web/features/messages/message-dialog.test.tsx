import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type MessageChoices, type OrderMessage, orderMessages } from '#contract/order-messages.ts';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { MessageDialog } from './MessageDialog.tsx';
import { problemsOfMessage } from './message-form.ts';

afterEach(() => vi.unstubAllGlobals());

const code = '2026000128';
const choices: MessageChoices = {
  canSend: true,
  channels: [
    { channel: '10', label: '短信', isTwin: true },
    { channel: '20', label: '站内消息', isTwin: false },
  ],
  contents: [{ id: 'a', name: '受理告知', content: `您的办件${code}已受理` }],
  targets: [
    { value: 'applicant', name: '信访人', part: '信访人', mobile: '154****1037', channels: ['10'] },
    { value: 'staff:x', name: '刘洋', part: '当前环节处理人', mobile: null, channels: ['20'] },
  ],
};
const sentMessage: OrderMessage = {
  id: 'm',
  content: '请补充材料',
  messageSendTime: '2026-03-02T02:00:00.000Z',
  phone: '154****1037',
  receiverName: '信访人',
  bigChannelType: '10',
  channelLabel: '短信',
  senderName: '张伟',
  belongs: 'workorder',
  state: 'unknown',
  stateLabel: '结果不明',
};
const path = orderMessages.choices.path.replace(':workorderCode', code);
const open = () =>
  renderPart(
    <MessageDialog code={code} applicantWord="信访人" subject="电梯停用" onClose={() => undefined} />,
  );

describe('message dialog (S1 §2)', () => {
  it('picks a message preset, sends it to the chosen recipient, and shows 发送成功', async () => {
    const calls = answerCalls({
      [`GET ${path}`]: () => choices,
      [`GET ${orderMessages.list.path}`]: () => ({ rows: [], total: 0 }),
      [`POST ${orderMessages.send.path}`]: () => ({ sent: 1 }),
    });
    open();
    fireEvent.click(await screen.findByRole('button', { name: '选择消息内容' }));
    const choice = await screen.findByLabelText(/受理告知/);
    const confirm = screen.getByRole('button', { name: /确\s*定/, hidden: true });
    fireEvent.click(confirm);
    expect(await screen.findByText('请选择一个消息内容')).toBeDefined();
    fireEvent.click(choice);
    fireEvent.click(confirm);
    const contentField = screen.getByLabelText<HTMLTextAreaElement>('消息内容', { selector: 'textarea' });
    expect(contentField.value).toBe(`您的办件${code}已受理`);
    fireEvent.mouseDown(screen.getByRole('combobox'));
    fireEvent.click(await screen.findByTitle(/^信访人/));
    fireEvent.click(screen.getByRole('button', { name: '发送（1）' }));
    expect(await screen.findByText('发送成功')).toBeDefined();
    expect(calls.find(({ body }) => body !== undefined)?.body).toEqual({
      code: 'applicant',
      content: `您的办件${code}已受理`,
      bigChannelType: '10',
      bizCode: code,
      name: '受理告知',
      belongs: 'workorder',
    });
  });

  it('shows the server’s problems at their fields', async () => {
    answerCalls({
      [`GET ${path}`]: () => ({ ...choices, contents: [] }),
      [`GET ${orderMessages.list.path}`]: () => ({ rows: [], total: 0 }),
      [`POST ${orderMessages.send.path}`]: () =>
        refuseWith(400, '请检查并完善以下信息', [
          { field: 'code', message: '信访人没有登记手机号，不能发送短信' },
        ]),
    });
    open();
    fireEvent.change(await screen.findByLabelText('消息内容', { selector: 'textarea' }), {
      target: { value: '请来一趟' },
    });
    fireEvent.mouseDown(screen.getByRole('combobox'));
    fireEvent.click(await screen.findByTitle(/^信访人/));
    fireEvent.click(screen.getByRole('button', { name: '发送（1）' }));
    expect(await screen.findByText('信访人没有登记手机号，不能发送短信')).toBeDefined();
  });

  it('shows a reader without send permission what was sent, with the delivery state', async () => {
    answerCalls({
      [`GET ${path}`]: () => ({ canSend: false, channels: [], contents: [], targets: [] }),
      [`GET ${orderMessages.list.path}`]: () => ({ rows: [sentMessage], total: 1 }),
    });
    open();
    expect(await screen.findByText('请补充材料')).toBeDefined();
    expect(screen.getByText('结果不明')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^发送/ })).toBeNull();
  });
});

describe('incomplete message', () => {
  it('reports all problems at once (S1 §5)', () => {
    expect(problemsOfMessage({ channel: undefined, targets: [], textName: '', content: '' })).toEqual({
      channel: '请选择消息渠道',
      targets: '请选择接收人员',
      content: '请选择一个消息内容',
    });
    expect(
      problemsOfMessage({
        channel: MessageChannel.sms,
        targets: ['123'],
        textName: '受理告知',
        content: ' ',
      }),
    ).toEqual({ targets: '请校验填写的全部手机号是否正确', content: '请输入消息内容' });
    expect(
      problemsOfMessage({ channel: MessageChannel.inPortal, targets: [], textName: '', content: '{姓名}' }),
    ).toEqual({ targets: '请选择接收人员', content: '占位符不存在：{姓名}' });
  });
});
