import { afterAll, expect, test } from 'vitest';
import { hashPassword } from '#server/modules/access/session/password-hash.ts';
import { units } from '#test/world/start-data.ts';
import { checkInvariants } from './invariants/check-invariants.ts';
import { testOffice } from './world/office.ts';
import { testPassword } from './world/portal.ts';

/**
 * A client of the specification: it uses paths, parameters and fields only as S0 to S2 name them, sends none
 * of our headers, and treats anything but HTTP 200 as a network error (S0 §8). It works from the login to the
 * conclusion of an order, is refused, urges, exports and uses the lists. Nothing here is read from
 * `contract/`.
 */

const office = await testOffice();
await office.context.db
  .updateTable('staff')
  .set({ password_hash: await hashPassword(testPassword), must_change_password: false })
  .execute();
afterAll(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

type Data = Record<string, unknown> & { rows: Record<string, unknown>[] };

interface RequestOptions {
  query?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
}

/** Signs in as the login page does (S0 §7) and calls with its token. */
async function signIn(account: string) {
  const captcha = (await office.call('/sys/captcha', withoutStatusHeader())).body.data as unknown as Record<
    string,
    string
  >;
  const form = {
    username: account,
    password: testPassword,
    verifyCode: 'A7K3',
    captchaToken: captcha.captchaToken ?? '',
  };
  const { body } = await office.call('/login', { ...withoutStatusHeader(), form });
  expect(body.errcode).toBe(0);
  const { accessToken: token } = body.data as unknown as { accessToken: string };
  const call = async (path: string, options: RequestOptions = {}) => {
    const {
      status,
      body: answer,
      text,
    } = await office.call(path, { ...withoutStatusHeader(), ...options, token });
    expect(status, `网络错误 ${path} ${text}`).toBe(200);
    return answer as { errcode: number; errmsg?: string; data?: Data };
  };
  return {
    token,
    call,
    /** Returns the data of a call that must succeed. */
    async get(path: string, options: RequestOptions = {}): Promise<Data> {
      const { errcode, errmsg, data } = await call(path, options);
      expect([path, errcode, errmsg]).toEqual([path, 0, undefined]);
      return data as Data;
    },
  };
}

/** Omits the header with which our own web app requests HTTP statuses. */
const withoutStatusHeader = () => ({ headers: { 'x-refusal-status': '' } });

const order = '/workorder/workorder';
const orders = '/workorder/workorders';

async function startOrder(
  clerk: Awaited<ReturnType<typeof signIn>>,
  name: string,
  title: string,
  mobile = '15405710001',
) {
  const [item] = (await clerk.get('/business/public/business/page', { query: { name: '群众来信' } })).rows;
  const { taskCode, id: itemDeployId } = item as { taskCode: string; id: string };
  const { forms } = (await clerk.get(`/business/portal/business/${taskCode}`)) as unknown as {
    forms: { id: string; formStructure: unknown }[];
  };
  const [form] = forms;
  const content = {
    letterDate: '2026-02-27',
    channel: 'letter',
    letterTitle: title,
    petitionerCount: 1,
    urgency: 'normal',
    area: [
      { code: '330000', name: '浙江省' },
      { code: '330100', name: '杭州市' },
      { code: '330127', name: '淳安县' },
    ],
    problemCategory: 'urban',
    problemKind: 'property',
    isRepeat: 'no',
    summary: '三号楼电梯停用两个月，老人上下楼困难。',
    demand: '请督促物业尽快修复。',
  };
  const query = { itemDeployId, taskCode, certCode: '', certCategory: '10' };
  expect(await clerk.get(`${order}/initiateProcess/check`, { query })).toMatchObject({ flag: true });
  const application = {
    taskCode,
    itemDeployId,
    applyer: { name, mobile, certCategory: '10', certCode: '', region: [], remark: '' },
    workorderForms: [
      {
        formId: form?.id,
        content: JSON.stringify(content),
        formStructure: JSON.stringify(form?.formStructure),
        metaData: {},
      },
    ],
  };
  const answer = await clerk.call(`${order}/initiateProcess`, { json: application });
  expect(answer.errcode, JSON.stringify(answer)).toBe(0);
  return answer.data as unknown as { workorderId: string; workorderCode: string };
}

/**
 * Handles a person's waiting task as the detail page does: buttons, forms, documents, submission (S1 §4 "Flow
 * of an action").
 */
async function handle(
  person: Awaited<ReturnType<typeof signIn>>,
  workorderCode: string,
  button: string,
  more: { content?: object; opinion?: string; branch?: string; operation?: string } = {},
) {
  const tasks = (await person.get(`${order}/myWorkOrderPage`, { query: { page: '1', size: '50' } })).rows;
  const row = tasks.find((one) => one.workorderCode === workorderCode) as Record<string, string>;
  expect(row, `${workorderCode} is not in the to-do list of this person`).toBeDefined();
  const { workorderId = '', traceId = '', flowNodeId = '', procDefId = '' } = row;
  const query = { flowNodeId, defId: procDefId };
  const { rows: buttons } = await person.get(`${order}/getHadleCurNodeButton`, { query });
  const pressedButton = buttons.find(({ name }) => name === button) as { id: string; code: string };
  expect(pressedButton, `${button} of ${JSON.stringify(buttons.map(({ name }) => name))}`).toBeDefined();
  const check = { query: { workorderId, actInstId: traceId } };
  expect(await person.get(`${order}/handle/check`, check)).toMatchObject({ flag: true });
  const forms = (
    await person.get(`${orders}/${workorderId}/forms`, { query: { traceId, isWindowSpecific: '1' } })
  ).rows as { id: string; content: string; formStructure: string; initContent: string }[];
  const workorderForms = more.content
    ? forms.map(({ id, content, formStructure, initContent }) => ({
        formId: id,
        content: JSON.stringify({ ...(JSON.parse(content) as object), ...more.content }),
        formStructure,
        initContent,
      }))
    : [];
  const preview = {
    workorderCode,
    traceId,
    flowNodeId,
    flowNodeName: '',
    buttonId: pressedButton.id,
    formContent: workorderForms,
    docId: '',
  };
  const documents = (await person.get(`${order}/doc/preview/${workorderId}`, { json: preview })).rows;
  if (documents.length > 0) {
    const docIds = documents.map(({ docId }) => docId);
    await person.get(`${order}/doc/activate`, { json: { docIds, isActive: 1 } });
  }
  const submission = {
    workorderId,
    workorderTraceId: traceId,
    workorderCode,
    procInsId: workorderId,
    handlerOperation: more.operation ?? pressedButton.code,
    handlerOpinion: more.opinion ?? '同意',
    buttonId: pressedButton.id,
    fileList: [],
    workorderForms,
    ...(more.branch && { branchProcessingNodeId: more.branch }),
  };
  return person.call(`${order}/handle`, { json: submission });
}

test('a documented client urges an order, has it declined and exports its list', async () => {
  const clerk = await signIn('zhangwei');
  const { workorderId, workorderCode } = await startOrder(clerk, '李小红', '反映楼道堆放杂物');
  const urge = {
    workorderId,
    workorderCode,
    handlerOperation: 7,
    workorderRemindInputVo: {
      title: '请尽快办理',
      content: '该件临近时限。',
      reason: '群众多次询问',
      fileList: [],
    },
    message: { candidateList: ['staff:staff-liuyang'], msgNotify: 1, msg: '', channelType: '20' },
  };
  expect((await clerk.call(`${order}/handle`, { json: urge })).errmsg).toBeUndefined();
  // A refusal has HTTP 200 and the text of the first problem (S0 §8).
  const refusal = await clerk.call(`${order}/handle`, { json: { ...urge, message: {} } });
  expect(refusal.errcode).not.toBe(0);
  expect(refusal.errmsg).not.toBe('');
  await handle(await signIn('liuyang'), workorderCode, '确认收件');
  const declined = await handle(await signIn('zhaomin'), workorderCode, '不予受理', {
    content: { acceptResult: 'reject', rejectReason: '所反映的事项不属于本机关职权范围。' },
    opinion: '不属于受理范围',
  });
  expect([declined.errcode, declined.errmsg]).toEqual([0, undefined]);
  const done = await clerk.get(`${order}/myWorkOrderPage`, { query: { isInitiated: '1' } });
  expect(done.rows.find((row) => row.workorderCode === workorderCode)).toMatchObject({ workorderState: 11 });
  const file = await office.call(`${order}/exportWorkorderTasks`, {
    ...withoutStatusHeader(),
    token: clerk.token,
    query: { pagePath: '/my-initiated' },
  });
  expect([file.status, String(file.headers['content-disposition'])]).toEqual([
    200,
    expect.stringContaining('attachment'),
  ]);
});

test('a documented client handles an order from login to conclusion and looks it up', async () => {
  const clerk = await signIn('zhangwei');
  expect(await clerk.get('/sys/whoim')).toMatchObject({ name: '张伟' });
  await clerk.get('/sys/staffs/menus', { query: { clientCode: '' } });
  await clerk.get('/workportal/api/message/workMessage/selectUnreadCount');
  const { workorderId, workorderCode } = await startOrder(clerk, '王小明', '反映小区电梯长期停用');
  const steps: [string, string, Parameters<typeof handle>[3]][] = [
    ['liuyang', '确认收件', {}],
    [
      'zhaomin',
      '受理',
      { content: { acceptResult: 'accept', undertakingUnit: units.housing }, opinion: '属于受理范围' },
    ],
    ['wujianguo', '批示', { branch: 'undertake', opinion: '请县住建局办理' }],
    [
      'zhuhong',
      '办理',
      { content: { investigation: '经实地查看，情况属实。', undertakingOpinion: '责令限期整改。' } },
    ],
    ['sunlei', '审核通过', { content: { replyOpinion: '电梯已修复并恢复使用。', replyDate: '2026-03-02' } }],
    ['wujianguo', '签发', {}],
    ['liuyang', '办结归档', { content: { concludedDate: '2026-03-02' } }],
  ];
  for (const [account, button, more] of steps) {
    const done = await handle(await signIn(account), workorderCode, button, more);
    expect([button, done.errcode, done.errmsg]).toEqual([button, 0, undefined]);
  }
  const info = await clerk.get(`${orders}/${workorderCode}`, { query: { mark: 'select' } });
  expect(info).toMatchObject({ id: workorderId, rollbackStatus: 0, workorderState: 9 });
  expect((await clerk.get(`${orders}/${workorderCode}/traces`)).rows.length).toBeGreaterThanOrEqual(5);
  expect(await clerk.get(`${orders}/${workorderCode}/process`)).toHaveProperty('xml');
  expect(await clerk.get(`${orders}/${workorderCode}/applyers/info`)).toHaveProperty('applyer');
});

test('a documented client saves, lists, opens and deletes a draft by long and short paths', async () => {
  const clerk = await signIn('zhangwei');
  const [item] = (await clerk.get('/business/public/business/page', { query: { name: '群众来信' } })).rows;
  const { taskCode, id: itemDeployId } = item as { taskCode: string; id: string };
  const applyer = { name: '赵草稿', mobile: '', certCategory: '10', certCode: '' };
  const draft = { taskCode, itemDeployId, applyer, workorderForms: [] };
  const { id } = (await clerk.get(`${order}/drafts`, { json: draft })) as unknown as { id: string };
  for (const path of [`${order}/drafts/list`, '/drafts/list']) {
    const { rows } = await clerk.get(path, { query: { page: '1', size: '50', name: '' } });
    expect(rows.map((row) => row.id)).toContain(id);
  }
  expect(await clerk.get(`${order}/drafts/${id}`)).toMatchObject({
    itemDeployId,
    applyer: { name: '赵草稿' },
  });
  await clerk.get('/drafts/delete', { form: { ids: id } });
  const { rows } = await clerk.get(`${order}/drafts/list`, { query: { page: '1', size: '50' } });
  expect(rows.map((row) => row.id)).not.toContain(id);
});

test('a documented client registers a petitioner by landline and finds the petition in the history', async () => {
  const clerk = await signIn('zhangwei');
  const { workorderCode } = await startOrder(clerk, '钱小梅', '反映路灯不亮', '0571-64812345');
  const query = {
    name: '钱小梅',
    certTyp: '',
    certNum: '',
    contTel: '0571-6481 2345',
    lettTtl: '',
    petLetDt: { startTime: '2026-02-27 00:00:00', endTime: '2026-02-27 23:59:59' },
    petLetFm: '',
    txMode: null,
    probCls: '',
    workOrdCd: '',
  };
  const { rows } = await clerk.get(`${order}/petitionHistory`, { json: query });
  expect(rows).toMatchObject([
    { workOrdCd: workorderCode, petLetDtStr: '2026-02-27', refctItm: '反映路灯不亮' },
  ]);
});

test('a documented client sends and lists messages, withdraws a step and starts a countersign', async () => {
  const clerk = await signIn('zhangwei');
  const { workorderId, workorderCode } = await startOrder(clerk, '孙小兰', '反映井盖破损');
  const receiver = await signIn('liuyang');
  const message = {
    code: '15405710001',
    content: '您反映的事项已收悉。',
    bigChannelType: 10,
    bizCode: workorderCode,
  };
  await receiver.get(`${orders}/messages`, { json: { ...message, name: '', belongs: '' } });
  const query = { workorderCode, page: '1', size: '100', proInsId: workorderId };
  const messages = (await receiver.get(`${orders}/messages`, { query })).rows;
  expect(messages.map(({ content }) => content)).toContain(message.content);

  expect((await handle(receiver, workorderCode, '确认收件')).errcode).toBe(0);
  const { withdrawTraceId } = await receiver.get(`${orders}/${workorderCode}/withdraw/check`);
  await receiver.get(`${orders}/${workorderCode}/withdraw`, { json: { traceId: withdrawTraceId } });
  expect((await handle(receiver, workorderCode, '确认收件')).errcode).toBe(0);

  const examiner = await signIn('zhaomin');
  const mine = await examiner.get(`${orders}/${workorderCode}/traces/mine`);
  const traceId = mine.id as unknown as string;
  expect(await examiner.get(`${order}/countersign/check`, { query: { id: traceId } })).toMatchObject({
    flag: true,
  });
  const countersign = {
    workorderId,
    workorderCode,
    workorderTraceId: traceId,
    // The button has code 3 in the bar, but the submission uses the code of the trace (S1 §4).
    handlerOperation: 5,
    handlerOpinion: '请督查科会商',
    countersignWay: 1,
    countersignHandlerType: 1,
    countersignFlowCondition: 1,
    handlerLimitTime: 2,
    handlerLimitUnit: 1,
    countersignList: [
      {
        groupName: '',
        handlerType: 1,
        assignHandlerId: 'staff-sunlei',
        assignHandlerName: '孙磊',
        assignHandlerSort: 1,
      },
    ],
    fileList: [],
    workorderForms: [],
  };
  const started = await examiner.call(`${order}/handle`, { json: countersign });
  expect([started.errcode, started.errmsg]).toEqual([0, undefined]);
  const signer = await signIn('sunlei');
  const seat = (await signer.get(`${order}/myWorkOrderPage`, { query: { page: '1', size: '50' } })).rows.find(
    (row) => row.workorderCode === workorderCode,
  );
  const answer = {
    workorderId,
    workorderCode,
    workorderTraceId: seat?.traceId,
    handlerOperation: 5,
    countersignHandlerResult: 1,
    handlerOpinion: '同意受理',
  };
  const seatResponse = await signer.call(`${order}/handle`, { json: answer });
  expect([seatResponse.errcode, seatResponse.errmsg]).toEqual([0, undefined]);
  // One countersign for each node (S1 §8).
  const repetition = await examiner.call(`${order}/handle`, { json: countersign });
  expect(repetition.errmsg).toBe('同一环节不可重复会签');
});
