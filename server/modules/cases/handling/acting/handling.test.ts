import { afterAll, expect } from 'vitest';
import { handling } from '#contract/handling.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { type TestInput, testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);

const waitingOrder = await desk.start('zhangwei', petition(1));
const traceId = await desk.traceAt(waitingOrder, 'receive');
const orderAtInstruct = await desk.start('zhangwei', petition(2));
await desk.press('liuyang', orderAtInstruct, 'receive', 'receive');
await desk.press('zhaomin', orderAtInstruct, 'examine', 'accept');
const instructTraceId = await desk.traceAt(orderAtInstruct, 'instruct');
let lastNumber = 2;

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const refusedFor = { chenjing: 404, dengtao: 404, tianye: 403 };
/** Leaders of the office may read every order of it, but have no task here. */
const notTheirTask = { ...refusedFor, sunlei: 40310 };
const badTrace = (field: string) => [
  {
    makeInvalid: () => ({ query: { [field]: 'abc' } }),
    expectedProblems: [[field, '轨迹标识不正确']] as const,
  },
];

/** Returns handlers for the node after 收件, in wire format. */
const named = (candidates: string[]) => ({
  procInsNodeUserReqModel: [{ flowNodeId: 'examine', candidates }],
});

async function receivedOrder(): Promise<StartedOrder> {
  const order = await desk.start('zhangwei', petition(++lastNumber));
  await desk.press('lina', order, 'receive', 'receive');
  return order;
}

describeCalls(office, handling, {
  handle: {
    caller: 'liuyang',
    request: async () => {
      const order = await desk.start('zhangwei', petition(++lastNumber));
      return { body: await desk.pressBody(order, 'receive', 'receive') };
    },
    refusedFor: { chenjing: 404, wujianguo: 40310, yuanyuan: 403 },
    invalidInputs: [
      {
        makeInvalid: () => ({
          body: { workorderId: 'x', workorderTraceId: 'y', handlerOperation: 2, backNodeIds: 5, colour: 1 },
        }),
        expectedProblems: [
          ['workorderId', '办件标识不正确'],
          ['workorderTraceId', '轨迹标识不正确'],
          ['backNodeIds', '格式不正确'],
          ['colour', '不支持的参数'],
        ],
      },
      {
        // The operation determines the other fields, so an unknown one is the only problem reported.
        makeInvalid: () => ({ body: { workorderId: 'x', handlerOperation: '33', colour: 1 } }),
        expectedProblems: [['handlerOperation', '不是可选的值']],
      },
      {
        // A plain 确认收件 names no handlers.
        makeInvalid: ({ body }) => ({ body: { ...(body as object), ...named(['staff:staff-zhaomin']) } }),
        expectedProblems: [['procInsNodeUserReqModel.0.candidates', '“确认收件”不能指定处理人']],
      },
      {
        makeInvalid: ({ body }) => ({
          body: {
            ...(body as object),
            handlerOperation: '9',
            buttonId: 'forward',
            ...named([
              'staff:staff-tianye',
              'role:audit-admin',
              'staff:staff-jiangtao',
              'staff:nobody',
              'staff:staff-liuyang',
            ]),
          },
        }),
        expectedProblems: [
          ['procInsNodeUserReqModel.0.candidates', '“田野”没有办理权限，不能指定为处理人'],
          ['procInsNodeUserReqModel.0.candidates', '“审计管理员”没有办理权限，不能指定为处理人'],
          ['procInsNodeUserReqModel.0.candidates', '“蒋涛”已停用或无人在岗，不能指定为处理人'],
          ['procInsNodeUserReqModel.0.candidates', '“staff:nobody”不是有效的处理人'],
          ['procInsNodeUserReqModel.0.candidates', '不能指定自己为处理人'],
        ],
      },
      {
        makeInvalid: ({ body }) => ({ body: { ...(body as object), handlerOpinion: '坏\u0000字' } }),
        expectedProblems: [['handlerOpinion', '含有不允许的字符']],
      },
    ],
    checkAnswer: async (result) => {
      expect(result).toMatchObject({
        status: 3,
        statusLabel: '待受理',
        message: `该环节已“确认收件”，办件流水号：${result.workorderCode}`,
        nextNodeNames: ['受理审查'],
        workorderDocs: [],
      });
      const events = await db
        .selectFrom('work_order_events')
        .select('action')
        .where('workorder_id', '=', result.workorderId)
        .execute();
      expect(events).toHaveLength(2);
    },
  },
  handleCheck: {
    caller: 'liuyang',
    request: { query: { workorderId: waitingOrder.id, actInstId: traceId } },
    refusedFor,
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { workorderId: 'x', actInstId: 'y' } }),
        expectedProblems: [
          ['workorderId', '办件标识不正确'],
          ['actInstId', '轨迹标识不正确'],
        ],
      },
    ],
    checkAnswer: async (answer) => {
      expect(answer).toEqual({ flag: true, msg: '' });
      const ask = (person: string, actInstId: string) =>
        office.as(person).done(handling.handleCheck, { query: { workorderId: waitingOrder.id, actInstId } });
      expect(await ask('sunlei', traceId)).toEqual({ flag: false, msg: '您不是该环节的处理人' });
      expect(await ask('liuyang', `${waitingOrder.id}.1`)).toEqual({ flag: false, msg: '该环节已被办理' });
    },
  },
  withdraw: {
    caller: 'lina',
    request: async (): Promise<TestInput> => {
      const order = await receivedOrder();
      const body = { traceId: await desk.traceAt(order, 'receive', 'done'), reason: '登记有误' };
      return { params: { workorderCode: order.code }, body };
    },
    refusedFor: { liuyang: 40310, chenjing: 404 },
    invalidInputs: [
      {
        makeInvalid: (validRequest) => ({ ...validRequest, body: { traceId: '1', reason: 3 } }),
        expectedProblems: [
          ['traceId', '轨迹标识不正确'],
          ['reason', '格式不正确'],
        ],
      },
      {
        makeInvalid: (validRequest) => ({
          ...validRequest,
          body: { ...(validRequest.body as object), reason: '长'.repeat(201) },
        }),
        expectedProblems: [['reason', '撤回原因不能超过200个字符']],
      },
    ],
    checkAnswer: (result) => {
      expect(result).toMatchObject({ message: '撤回成功', status: 2, nextNodeNames: ['收件'] });
    },
  },
  recall: {
    caller: 'zhangwei',
    request: async (): Promise<TestInput> => {
      const order = await desk.start('zhangwei', petition(++lastNumber));
      return { params: { workorderCode: order.code }, body: { reason: '补充材料' } };
    },
    refusedFor: { liuyang: 40310, chenjing: 404 },
    invalidInputs: [
      {
        makeInvalid: (validRequest) => ({ ...validRequest, body: { reason: '长'.repeat(201) } }),
        expectedProblems: [['reason', '撤回原因不能超过200个字符']],
      },
    ],
    checkAnswer: (result) => {
      expect(result).toMatchObject({ message: '撤回成功', status: 32, statusLabel: '退回待处理' });
    },
  },
  addPapers: {
    caller: 'zhangwei',
    request: async (): Promise<TestInput> => {
      const order = await receivedOrder();
      const fileList = [{ id: (await desk.paper('zhangwei')).id }];
      return { params: { workorderCode: order.code }, body: { note: '补充照片', fileList } };
    },
    refusedFor: { wujianguo: 403, chenjing: 404, yuanyuan: 403 },
    invalidInputs: [
      {
        makeInvalid: (validRequest) => ({ ...validRequest, body: { fileList: [] } }),
        expectedProblems: [['fileList', '请上传补充的材料']],
      },
    ],
    // The resulting rows are tested in added-papers.test.ts.
    checkAnswer: (result) => expect(result).toMatchObject({ nextNodeNames: [] }),
  },
  reassign: {
    caller: 'shenjie',
    request: async (): Promise<TestInput> => {
      const order = await receivedOrder();
      const body = { candidate: 'staff:staff-zhaomin', reason: '原经办人休假' };
      return { body: { ...body, traceId: await desk.traceAt(order, 'examine') } };
    },
    // The task's own handler hands it over with other actions; a leader may reassign within their own
    // organisation.
    refusedFor: { lina: 403, chenjing: 404, wujianguo: 40310, yuanyuan: 403 },
    invalidInputs: [
      {
        makeInvalid: (validRequest) => ({
          body: { ...(validRequest.body as object), traceId: '1', candidate: 3 },
        }),
        expectedProblems: [
          ['traceId', '轨迹标识不正确'],
          ['candidate', '格式不正确'],
        ],
      },
      {
        makeInvalid: (validRequest) => ({
          body: { ...(validRequest.body as object), candidate: 'staff:nobody' },
        }),
        expectedProblems: [['candidate', '“staff:nobody”不是有效的处理人']],
      },
      {
        makeInvalid: (validRequest) => ({ body: { ...(validRequest.body as object), reason: '' } }),
        expectedProblems: [['reason', '请填写改派原因']],
      },
    ],
    checkAnswer: async (result) => {
      expect(result).toMatchObject({ message: '改派成功', status: 3, nextNodeNames: ['受理审查'] });
      const order = { id: result.workorderId };
      const traces = await db
        .selectFrom('traces')
        .select(['number', 'outcome', 'remark', 'candidates', 'started_at'])
        .where('workorder_id', '=', order.id)
        .where('node_id', '=', 'examine')
        .orderBy('number')
        .execute();
      expect(traces).toMatchObject([
        { outcome: 'closedByReassign', remark: '已改派给赵敏' },
        { outcome: null, candidates: ['staff:staff-zhaomin'], started_at: traces[0]?.started_at },
      ]);
      const records = await db
        .selectFrom('work_order_records')
        .select(['act_name', 'opinion', 'handler_name'])
        .where('workorder_id', '=', order.id)
        .execute();
      expect(records).toEqual([{ act_name: '改派', opinion: '原经办人休假', handler_name: '沈洁' }]);
      const inbox = await db.selectFrom('inbox').select('key').where('workorder_id', '=', order.id).execute();
      expect(inbox).toEqual([{ key: 'staff:staff-zhaomin' }]);
    },
  },
  withdrawCheck: {
    caller: 'zhaomin',
    request: { params: { workorderCode: orderAtInstruct.code } },
    refusedFor,
    invalidInputs: [
      {
        makeInvalid: () => ({ params: { workorderCode: '12' } }),
        expectedProblems: [['workorderCode', '办件流水号格式不正确']],
      },
    ],
    checkAnswer: (answer) =>
      expect(answer).toEqual({ flag: true, withdrawTraceId: `${orderAtInstruct.id}.3` }),
  },
  returnNodes: {
    caller: 'wujianguo',
    request: { query: { proInsId: orderAtInstruct.id, flowNodeId: 'instruct' } },
    refusedFor: notTheirTask,
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { proInsId: 'x', traceId: 'y' } }),
        expectedProblems: [
          ['proInsId', '办件标识不正确'],
          ['flowNodeId', '不能为空'],
          ['traceId', '轨迹标识不正确'],
        ],
      },
    ],
    checkAnswer: ({ rows, ways }) => {
      expect(rows.map(({ flowNodeId }) => flowNodeId)).toEqual(['examine', 'receive', 'start']);
      expect(ways).toEqual(['replay', 'direct']);
    },
  },
  previewAction: {
    caller: 'liuyang',
    request: { body: { workorderId: waitingOrder.id, traceId, buttonId: 'receive' } },
    refusedFor: notTheirTask,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { workorderId: 'x', traceId: 'abc', backWay: 'sideways', colour: 1 } }),
        expectedProblems: [
          ['workorderId', '办件标识不正确'],
          ['traceId', '轨迹标识不正确'],
          ['backWay', '不是可选的值'],
          ['colour', '不支持的参数'],
        ],
      },
    ],
    checkAnswer: async ({ outcome, next }) => {
      expect(outcome).toMatchObject({
        from: { status: 2, statusLabel: '待收件' },
        to: { status: 3, statusLabel: '待受理' },
        ends: false,
        undo: 'withdraw',
      });
      expect(next).toMatchObject([{ flowNodeId: 'examine', naming: 'nobody' }]);
    },
  },
  branchNodes: {
    caller: 'wujianguo',
    request: { query: { traceId: instructTraceId } },
    refusedFor: notTheirTask,
    invalidInputs: badTrace('traceId'),
    checkAnswer: ({ rows, multiple }) => {
      expect(rows.map(({ flowNodeName }) => flowNodeName)).toEqual(['单办', '多部门会办']);
      expect(multiple).toBe(false);
    },
  },
  nextNodeUsers: {
    caller: 'wujianguo',
    request: {
      query: { traceId: instructTraceId, buttonId: 'instruct', branchProcessingNodeId: 'fork' },
    },
    refusedFor: notTheirTask,
    invalidInputs: badTrace('traceId'),
    checkAnswer: ({ rows }) => {
      expect(rows.map(({ flowNodeId }) => flowNodeId)).toEqual(['undertake-lead', 'undertake-assist']);
      expect(rows.map(({ candidates }) => candidates)).toEqual([
        [{ key: 'org:330127-zjj', name: '淳安县住房和城乡建设局' }],
        [{ key: 'org:330127-zfj-qdh', name: '综合行政执法局千岛湖中队' }],
      ]);
    },
  },
  variables: {
    caller: 'wujianguo',
    request: { query: { traceId: instructTraceId } },
    refusedFor: { chenjing: 404, yuanyuan: 403 },
    invalidInputs: badTrace('traceId'),
    checkAnswer: ({ rows }) => {
      expect(rows.map(({ varKey, varName, varType }) => [varKey, varName, varType])).toEqual([
        ['initiator', '发起人', 'person'],
        ['initiatorOrg', '发起人所在机构', 'organisation'],
        ['previousHandler', '上一办理人', 'person'],
        ['previousHandlerOrg', '上一办理人所在机构', 'organisation'],
      ]);
      expect(rows.map(({ candidates }) => candidates.map(({ name }) => name))).toEqual([
        ['张伟'],
        ['淳安县信访局'],
        ['赵敏'],
        ['淳安县信访局'],
      ]);
    },
  },
  previousHandlers: {
    caller: 'wujianguo',
    request: { query: { traceId: instructTraceId } },
    refusedFor: { chenjing: 404, yuanyuan: 403 },
    invalidInputs: badTrace('traceId'),
    checkAnswer: ({ rows }) => {
      expect(rows.length).toBeGreaterThan(0);
      expect(rows[0]).toMatchObject({ key: expect.stringMatching(/^staff:/), fault: null });
      expect(new Set(rows.map(({ flowNodeId, key }) => `${flowNodeId} ${key}`)).size).toBe(rows.length);
    },
  },
  buttons: {
    caller: 'liuyang',
    request: { query: { flowNodeId: 'receive', defId: 'petition-letter:1' } },
    refusedFor: {},
    invalidInputs: [
      {
        makeInvalid: () => ({ query: {} }),
        expectedProblems: [
          ['flowNodeId', '不能为空'],
          ['defId', '不能为空'],
        ],
      },
    ],
    checkAnswer: async ({ rows }) => {
      expect(rows.map(({ code, opType }) => [code, opType])).toEqual([
        ['1', 1],
        ['9', 1],
        ['2', 1],
        ['4', 1],
        ['13', 1],
        ['6', 2],
        ['delegate', 1],
      ]);
      const query = { flowNodeId: 'nowhere', defId: 'petition-letter:1' };
      const response = await office.as('liuyang').call(handling.buttons, { query });
      expect(response.body.errcode).toBe(404);
    },
  },
});
