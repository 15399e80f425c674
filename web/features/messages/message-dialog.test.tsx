import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type MessageChoices, type OrderMessage, orderMessages } from '#contract/order-messages.ts';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { MessageDialog } from './MessageDialog.tsx';
import { problemsOfMessage } from './message-form.ts';
import { SmsScreen } from './SmsScreen.tsx';

afterEach(() => vi.unstubAllGlobals());

const code = '2026000128';
const choices: MessageChoices = {
  canSend: true,
  title: '电梯停用',
  applicantWord: '信访人',
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
const open = () => renderPart(<MessageDialog code={code} onClose={() => undefined} />);

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
      [`GET ${path}`]: () => ({ ...choices, canSend: false, channels: [], contents: [], targets: [] }),
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

describe('dialog of text messages (S2 §2)', () => {
  const answer = (channels = choices.channels) =>
    answerCalls({
      [`GET ${path}`]: () => ({ ...choices, channels }),
      [`GET ${orderMessages.list.path}`]: () => ({ rows: [sentMessage], total: 1 }),
      [`POST ${orderMessages.send.path}`]: () => ({ sent: 2 }),
    });
  const openAt = (address: string) =>
    renderPart(<SmsScreen />, /^\/sms\/\d/.test(address) ? '/sms/:code' : '/sms', address);

  it.each([`/sms?workorderCode=${code}`, `/sms/2026000001?workorderCode=${code}`, `/sms/${code}`])(
    'at %s is about the order of workorderCode, else of the route',
    async (address) => {
      answer();
      openAt(address);
      expect(await screen.findByRole('dialog', { name: new RegExp(`^发送短信 ${code}`) })).toBeDefined();
      expect(await screen.findByText('请补充材料')).toBeDefined();
    },
  );

  it('without an order says so', async () => {
    answer();
    openAt('/sms');
    expect(await screen.findByText('没有指定办件')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('offers only the channel 短信 (10), and reports the problems of S2 §5', async () => {
    answer();
    openAt(`/sms/${code}`);
    fireEvent.click(await screen.findByRole('button', { name: '发送' }));
    expect(await screen.findByText('请输入发送对象手机号')).toBeDefined();
    expect(screen.getByText('请填写短信内容')).toBeDefined();
    expect(screen.getAllByRole('radio')).toHaveLength(1);
    expect(screen.getByRole('radio', { name: '短信' })).toHaveProperty('checked', true);
  });

  it('asks for the channel while no text message can be sent', async () => {
    answer(choices.channels.filter(({ channel }) => channel !== '10'));
    openAt(`/sms/${code}`);
    expect(await screen.findByText('短信渠道尚未开通，请联系系统管理员')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '发送' }));
    expect(await screen.findByText('请选择消息渠道')).toBeDefined();
  });

  it('takes pasted numbers apart, names those that occur twice, and sends each once', async () => {
    const calls = answer();
    openAt(`/sms/${code}`);
    const numbers = await screen.findByRole('combobox');
    const pastedText = '13800000001；13800000002，13800000001,';
    fireEvent.paste(numbers, { clipboardData: { getData: () => pastedText } });
    fireEvent.change(numbers, { target: { value: pastedText } });
    expect(await screen.findByText(/重复的对象只发送一次：13800000001$/)).toBeDefined();
    fireEvent.change(screen.getByLabelText('短信内容', { selector: 'textarea' }), {
      target: { value: '请来一趟' },
    });
    fireEvent.click(screen.getByRole('button', { name: '发送（2）' }));
    expect(await screen.findByText('发送成功')).toBeDefined();
    expect(calls.find(({ body }) => body !== undefined)?.body).toMatchObject({
      code: '13800000001,13800000002',
      bigChannelType: '10',
      bizCode: code,
    });
  });

  it.each([
    [Array.from({ length: 11 }, (_, number) => `138000000${10 + number}`), '最多10个手机号'],
    [['12800000001'], '请校验填写的全部手机号是否正确'],
  ])('refuses %j: %s', (targets, message) => {
    const draft = { channel: MessageChannel.sms, targets, textName: '', content: '好' };
    expect(problemsOfMessage(draft, 'sms')).toEqual({ targets: message });
  });
});
