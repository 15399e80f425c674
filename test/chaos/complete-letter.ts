import { askingOthers } from '#contract/asking-others.ts';
import { copies } from '#contract/copies.ts';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import { orderMessages } from '#contract/order-messages.ts';
import { workOrders } from '#contract/work-orders.ts';
import { formValuesAt, petition, type StartData } from '#test/world/start-data.ts';
import type { Caller } from './caller.ts';
import { changeRecords } from './letter-records.ts';

/** Accounts of the people who take part in these letters. */
export const accounts = [
  'zhangwei',
  'liuyang',
  'zhaomin',
  'wujianguo',
  'xujun',
  'zhuhong',
  'sunlei',
  'yangfan',
  'fangning',
] as const;
type Account = (typeof accounts)[number];
/** People who write messages in turn, because the number per person and hour is limited. */
const senders: readonly Account[] = ['xujun', 'zhangwei'];
/** People who receive chat messages in turn, because the number per phone number and hour is limited. */
const chatRecipients: readonly Account[] = ['wujianguo', 'zhaomin', 'liuyang', 'zhangwei'];

interface Page {
  order: { id: string };
  task: { traceId: string; flowNodeId?: string } | null;
}

interface Order {
  id: string;
  code: string;
  startData: StartData;
}

const person = (account: Account) => ({ handlerType: '1', assignHandlerId: `staff-${account}` });

/**
 * Takes one letter through every kind of action: countersign, copy, urge, signers, delegation,
 * messages and filing; `number` selects some of them and makes the letter unique. The `readers` get copies of
 * it.
 */
export async function completeLetter(
  { act, read }: Caller,
  number: number,
  readers: readonly string[],
): Promise<void> {
  const startData = petition(number);
  const started = await act<{ workorderId: string; workorderCode: string }>(
    'zhangwei',
    'start',
    initiation.initiate.path,
    { ...startData.start },
  );
  const order: Order = { id: started.workorderId, code: started.workorderCode, startData };

  async function traceOf(account: Account): Promise<string> {
    const page = await read<Page>(account, workOrders.detailPage.path.replace(':workorderCode', order.code));
    return page.task?.traceId ?? '';
  }

  async function handleAs(account: Account, operation: string, more: object): Promise<void> {
    const body = {
      workorderId: order.id,
      workorderTraceId: await traceOf(account),
      handlerOperation: operation,
      handlerOpinion: '同意',
      ...more,
    };
    await act(account, `bar ${operation}`, handling.handle.path, body, order.id);
  }

  async function press(account: Account, nodeId: string, buttonId: string, more: object = {}): Promise<void> {
    const content = formValuesAt(startData, nodeId, buttonId);
    const forms = content ? [{ formId: 'petition-letter:1', content }] : [];
    await handleAs(account, '1', { buttonId, workorderForms: forms, ...more });
  }

  const message = () =>
    act(senders[Math.floor(number / 3) % senders.length] ?? 'xujun', 'message', orderMessages.send.path, {
      code:
        number % 2 === 0
          ? `staff:staff-${chatRecipients[(number / 2) % chatRecipients.length]}`
          : 'applicant',
      content: `您的办件${order.code}正在办理`,
      bigChannelType: number % 2 === 0 ? '7' : '10',
      bizCode: order.code,
    });

  await changeRecords({ act, traceOf }, order, number);
  await press('liuyang', 'receive', 'receive');
  const atExamination = await traceOf('zhaomin');
  await act(
    'zhaomin',
    'copy',
    copies.copy.path,
    {
      traceId: atExamination,
      receivers: ['staff:staff-wujianguo', 'department:330127-xfj-dck', ...readers],
      reason: '请阅',
    },
    order.id,
  );
  await handleAs('zhaomin', '5', {
    countersignWay: '2',
    countersignHandlerType: number % 3 === 0 ? '2' : '1',
    countersignFlowCondition: '1',
    handlerLimitTime: 3,
    handlerLimitUnit: '1',
    countersignList: [
      { groupName: '住建', ...person('xujun') },
      { groupName: '分管', ...person('zhuhong') },
    ],
  });
  await handleAs('wujianguo', '7', {
    workorderRemindInputVo: {
      title: '请尽快办理',
      content: '来信人多次询问，请尽快办理。',
      reason: '来信人询问',
      receivers: ['staff:staff-xujun'],
      channelType: ['20'],
    },
    workorderTraceId: '',
  });
  if (number % 3 === 0) {
    await handleAs('xujun', '01', {});
    await handleAs('zhuhong', number % 2 === 0 ? '02' : '01', {});
  } else {
    // Both of the last ones at the same time.
    await Promise.all([handleAs('xujun', '01', {}), handleAs('zhuhong', number % 2 === 0 ? '02' : '01', {})]);
  }
  await act(
    'wujianguo',
    'note',
    copies.leaveNote.path.replace(':workorderCode', order.code),
    { note: '已阅' },
    order.id,
  );
  await handleAs('zhaomin', '3', { signerPlace: 'before', countersignList: [person('sunlei')] });
  await act(
    'sunlei',
    'sign',
    askingOthers.sign.path,
    { traceId: await traceOf('sunlei'), opinion: '同意受理' },
    order.id,
  );
  await press('zhaomin', 'examine', 'accept');
  await handleAs('wujianguo', '12', {
    buttonId: 'instruct',
    branchProcessingNodeId: 'undertake',
    procInsNodeUserReqModel: [{ flowNodeId: 'undertake', candidates: ['staff:staff-xujun'] }],
  });
  if (number % 3 === 0) await message();
  await handleAs('xujun', '8', { countersignList: [person('yangfan')], delegateReturns: number % 2 === 0 });
  if (number % 2 === 0) {
    await act(
      'yangfan',
      'sign',
      askingOthers.sign.path,
      { traceId: await traceOf('yangfan'), opinion: '情况属实' },
      order.id,
    );
    await press('xujun', 'undertake', 'undertake');
  } else await press('yangfan', 'undertake', 'undertake');
  await press('zhaomin', 'audit', 'pass');
  if (number % 4 === 0) {
    await handleAs('wujianguo', '2', { buttonId: 'return', backNodeIds: 'audit', backWay: 'direct' });
    await press('zhaomin', 'audit', 'pass');
  }
  await press('wujianguo', 'sign', 'sign');
  await press('liuyang', 'archive', 'conclude');
}
