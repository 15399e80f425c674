import { expressRecords } from '#contract/express-records.ts';
import { files } from '#contract/files.ts';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import { outputRecords } from '#contract/output-records.ts';
import { orderPayments } from '#contract/payment-records.ts';
import { sideRecords } from '#contract/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import { RefundReason } from '#domain/enumerations/payment.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { formValuesAt, permit } from '#test/world/start-data.ts';
import type { Caller } from './caller.ts';

/** Accounts of the people who take part in these applications. */
export const permitAccounts = ['wangfang', 'chenjing', 'dengtao', 'pengbo', 'chengliwei'] as const;
type Account = (typeof permitAccounts)[number];

const commandCalls = { ...sideRecords, express: expressRecords.command, output: outputRecords.command };
type Kind = 'correction' | 'rare' | 'special' | 'payment' | 'express' | 'output' | 'suspension' | 'extension';

interface Page {
  order: { id: string };
  task: { traceId: string } | null;
}

/**
 * Takes one application for a permit through commands on side records: what stops its clock, what it costs, what is posted
 * and issued; `number` selects some of them and makes the application unique.
 */
export async function completePermit(caller: Caller, number: number): Promise<void> {
  const { act, read, sendUntilAnswered, headersOf } = caller;

  async function upload(account: Account, name: string): Promise<{ id: string; name: string; size: number }> {
    const body = new FormData();
    const bytes = Buffer.concat([samplePdf, Buffer.from(`\n% ${number} ${name}\n`)]);
    body.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name);
    const answer = await sendUntilAnswered(files.uploadInPortal.path, {
      method: 'POST',
      headers: headersOf(account),
      body,
    });
    const { data } = JSON.parse(answer.text) as { data?: { rows: { id: string }[] } };
    const id = data?.rows[0]?.id;
    if (id === undefined) throw new Error(`An upload was refused: ${answer.text.slice(0, 200)}`);
    return { id, name, size: bytes.length };
  }

  const startData = permit(number, [await upload('wangfang', '营业执照.pdf')]);
  const started = await act<{ workorderId: string; workorderCode: string }>(
    'wangfang',
    'start',
    initiation.initiate.path,
    { ...startData.start },
  );
  const order = { id: started.workorderId, code: started.workorderCode };
  let records = 0;

  const traceOf = async (account: Account) => {
    const page = await read<Page>(account, workOrders.detailPage.path.replace(':workorderCode', order.code));
    return page.task?.traceId ?? '';
  };

  /** Opens a record at the person's task, and returns its number. */
  async function open(account: Account, kind: Kind, command: string, input: object): Promise<number> {
    await give(account, kind, command, null, { traceId: await traceOf(account), ...input });
    records += 1;
    return records;
  }

  async function give(
    account: Account,
    kind: Kind,
    command: string,
    recordId: number | null,
    input: object = {},
  ): Promise<void> {
    const path = commandCalls[kind].path.replace(':workorderCode', order.code);
    await act(account, `${kind} ${command}`, path, { command, recordId, ...input }, order.id);
  }

  async function press(account: Account, nodeId: string, buttonId: string, more: object = {}): Promise<void> {
    const content = formValuesAt(startData, nodeId, buttonId);
    const body = {
      workorderId: order.id,
      workorderTraceId: await traceOf(account),
      ...{ handlerOperation: '1', handlerOpinion: '同意', buttonId },
      workorderForms: content ? [{ formId: 'permit-application:1', content }] : [],
      ...more,
    };
    await act(account, `bar ${nodeId}`, handling.handle.path, body, order.id);
  }

  async function correct(): Promise<void> {
    const papers = [{ id: null, name: '经营场所使用证明', problem: 2, reason: '请补交租赁合同' }];
    const limit = { amount: 10, unit: 1 };
    const id = await open('chenjing', 'correction', 'ask', { category: 1, limit, papers });
    if (number % 6 === 1) return give('chenjing', 'correction', 'cancel', id, { reason: '材料已找到' });
    const { id: fileId } = await upload('wangfang', '使用证明.pdf');
    await give('wangfang', 'correction', 'submit', id, { files: [[fileId]], remark: '' });
    const verdicts = [{ qualified: true, reason: '' }];
    await give('chenjing', 'correction', 'accept', id, { verdicts, acceptsIncomplete: false });
  }

  async function supplement(): Promise<void> {
    const id = await open('chenjing', 'rare', 'ask', {
      ...{ term: 'H02', paperIds: ['copy:营业执照'], limit: { amount: 15, unit: 1 }, reminders: [3] },
      promised: true,
    });
    const { id: fileId } = await upload('wangfang', '营业执照复印件.pdf');
    await give('wangfang', 'rare', 'submit', id, { files: [[fileId]], remark: '' });
    if (number % 2 === 0) await give('chenjing', 'rare', 'reject', id, { reason: '看不清' });
    else await give('chenjing', 'rare', 'accept', id);
    if (number % 2 === 0) await give('chenjing', 'rare', 'receive', id, { remark: '已当面补交' });
  }

  async function pay(): Promise<void> {
    const fees = [{ code: '103049901', quantity: 2 }];
    const id = await open('dengtao', 'payment', 'order', { payer: '', fees });
    if (number % 3 === 0) return give('dengtao', 'payment', 'revoke', id, { reason: '免收' });
    const path = (call: { path: string }) =>
      call.path.replace(':workorderCode', order.code).replace(':recordId', String(id));
    // One code is open at a time and paid once, so that these calls need no key and are not counted.
    for (const call of [orderPayments.openCode, orderPayments.simulate]) {
      const headers = { ...headersOf('dengtao'), 'content-type': 'application/json' };
      await sendUntilAnswered(path(call), { method: 'POST', headers, body: '{}' });
    }
    const { total, tries } = await read<{
      total: number;
      tries: { id: number; counts: boolean; paid: number }[];
    }>('dengtao', path(orderPayments.read));
    const paid = tries.filter(({ counts }) => counts);
    if (paid.length !== 1 || paid[0]?.paid !== total)
      throw new Error(`${order.code}: ${paid.length} payments count for ${total} fen`);
    if (number % 3 === 1)
      await give('pengbo', 'payment', 'refund', id, {
        ...{ tryId: paid[0].id, amount: (total / 100).toFixed(2), believedLeft: total },
        ...{ reason: RefundReason.business, note: '样品未能采集' },
      });
  }

  async function inspect(): Promise<void> {
    const request = {
      type: 'inspection',
      reason: '抽样检验',
      agency: '县食品药品检验所',
      amount: 15,
      unit: 1,
    };
    const id = await open('dengtao', 'special', 'request', request);
    if (number % 4 === 0) return give('dengtao', 'special', 'withdraw', id, { reason: '不再检验' });
    await give('pengbo', 'special', 'confirm', id);
    const { id: fileId } = await upload('dengtao', '检验报告.pdf');
    const receivedOn = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const result = { conclusion: '合格', result: '均符合要求', receivedOn };
    await give('dengtao', 'special', 'finish', id, { ...result, fileList: [{ id: fileId }] });
  }

  async function expectPost(): Promise<void> {
    const id = await open('chenjing', 'express', 'expect', {
      ...{
        carrier: '顺丰速运',
        mailNum: `SF99${String(number).padStart(9, '0')}`,
        contents: '营业执照复印件 1 份',
      },
    });
    const input =
      number % 2 === 0 ? { reason: '改为当面递交' } : { at: new Date().toISOString(), reason: '已到窗口' };
    await give('chenjing', 'express', number % 2 === 0 ? 'cancel' : 'receive', id, input);
  }

  async function issue(): Promise<void> {
    const outputs = [{ name: '食品经营许可证', number: `JY${number}`, copies: 1 }];
    const id = await open('wangfang', 'output', 'issue', { outputs, way: 'window' });
    if (number % 2 === 0) return give('wangfang', 'output', 'cancel', id, { reason: '证照信息有误' });
    await give('wangfang', 'output', 'toPost', id);
    await give('wangfang', 'output', 'toWindow', id);
    const signature = await upload('wangfang', '签收单.pdf');
    const collector = { collector: 'self', name: '王小青', certCode: '', relation: '' };
    await give('wangfang', 'output', 'collect', id, { ...collector, fileList: [{ id: signature.id }] });
  }

  await expectPost();
  if (number % 2 === 1) await correct();
  else await supplement();
  await press('chenjing', 'preview', 'pass');
  await press('wangfang', 'receive', 'receive');
  const extension = await open('dengtao', 'extension', 'request', {
    days: 5,
    reason: '现场核查待整改',
    granted: 0,
  });
  await give('chengliwei', 'extension', number % 2 === 0 ? 'approve' : 'refuse', extension, {
    reason: '已阅',
  });
  await pay();
  await press('dengtao', 'accept', 'accept');
  await inspect();
  await press('dengtao', 'examine', 'examine', { handlerOperation: '12', branchProcessingNodeId: 'decide' });
  await press('pengbo', 'decide', 'grant');
  await issue();
  await press('wangfang', 'issue', 'issue');
}
