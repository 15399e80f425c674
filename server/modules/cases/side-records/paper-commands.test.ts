import { afterEach, describe, expect, test } from 'vitest';
import { corrections } from '#contract/corrections.ts';
import { materialCheck } from '#contract/material-check.ts';
import { rareSupplements } from '#contract/rare-supplements.ts';
import { sideRecords } from '#contract/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { defaultCorrectionSettings } from '#domain/records/correction-settings.ts';
import { defaultRareSettings } from '#domain/records/rare-settings.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { permit } from '#test/world/start-data.ts';
import { giveDueCommands } from './service.ts';

/** Corrections and rare supplements of permits (S1 §4): 陈静 pre-reviews, receives them, 张伟 registers them. */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const desk = openDesk(office);
const day = 86_400_000;

const item = await db
  .selectFrom('business_items')
  .select(['id', 'papers', 'situations'])
  .where('task_code', '=', 'permit-application')
  .executeTakeFirstOrThrow();
const rareNames = ['营业执照', '食品安全管理制度'];
const lists = JSON.stringify({ papers: item.papers, situations: item.situations });
const marked = JSON.parse(lists, (_key, value) =>
  rareNames.includes(value?.name) ? { ...value, rare: true } : value,
);
async function configure(records: object) {
  await db
    .updateTable('business_items')
    .set({
      record_settings: JSON.stringify(records) as never,
      papers: JSON.stringify(marked.papers),
      situations: JSON.stringify(marked.situations),
    })
    .where('id', '=', item.id)
    .execute();
}
const correction = { ...defaultCorrectionSettings, enabled: true };
const rare = { ...defaultRareSettings, enabled: true };
await configure({ correction, rare });

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

let number = 700;
async function start(): Promise<StartedOrder> {
  number += 1;
  return desk.start('zhangwei', permit(number, [await desk.paper('zhangwei', `材料${number}.pdf`)]));
}
const limit = { amount: 10, unit: DayUnit.workingDays };
const licence = { id: 'copy:营业执照', name: '', problem: 2, reason: '请交营业执照复印件' };
const plan = { id: null, name: '租赁合同', problem: 4, reason: '合同已到期，请交续签的合同' };
const askBody = (order: StartedOrder, more: object = {}) => ({
  command: 'ask',
  traceId: `${order.id}.2`,
  category: 1,
  limit,
  papers: [licence, plan],
  ...more,
});
const correct = (account: string, { code }: StartedOrder, body: object) =>
  office.as(account).call(sideRecords.correction, { params: { workorderCode: code }, body });
const supplement = (account: string, { code }: StartedOrder, body: object) =>
  office.as(account).call(sideRecords.rare, { params: { workorderCode: code }, body });
const statusOf = async ({ id }: StartedOrder) =>
  (await db.selectFrom('work_orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const done = async (answer: ReturnType<typeof correct>) => {
  const { body, text } = await answer;
  expect(body.errcode, text).toBe(0);
};
const ok = { qualified: true, reason: '' };

const example = await start();
describeCalls(
  office,
  { correction: sideRecords.correction, corrects: corrections.list, rares: rareSupplements.list },
  {
    correction: {
      caller: 'chenjing',
      request: async () => {
        const order = await start();
        return { params: { workorderCode: order.code }, body: askBody(order) };
      },
      refusedFor: { liuyang: 404, zhangwei: 40310 },
      invalidInputs: [
        {
          makeInvalid: (valid) => ({
            ...valid,
            body: {
              ...(valid.body as object),
              limit: { ...limit, amount: 0 },
              papers: [{ ...plan, name: '', reason: '' }],
            },
          }),
          expectedProblems: [
            ['limit.amount', '提交期限应为 1 至 180 天'],
            ['papers[0].name', '请填写材料名称'],
            ['papers[0].reason', '请填写怎样补'],
          ],
        },
        {
          makeInvalid: (valid) => ({
            ...valid,
            body: { ...(valid.body as object), papers: [{ ...licence, id: 'copy:别的材料' }] },
          }),
          expectedProblems: [['papers[0].name', '该材料不在办件的材料清单中，请刷新后重新选择']],
        },
      ],
      checkAnswer: ({ status, message }) => {
        expect({ status, message }).toEqual({ status: 36, message: '“要求补正”已完成' });
      },
    },
    corrects: {
      caller: 'zhangwei',
      request: { params: { workorderCode: example.code } },
      refusedFor: { liuyang: 404 },
      checkAnswer: ({ rows }) => expect(rows).toEqual([]),
    },
    rares: {
      caller: 'zhangwei',
      request: { params: { workorderCode: example.code } },
      refusedFor: { liuyang: 404 },
      checkAnswer: ({ rows }) => expect(rows).toEqual([]),
    },
  },
);

describe('a correction (S1 §4)', () => {
  test('online is 36, 34 and 17, with its files, its trace and the documented read (S1 §3, §7)', async () => {
    const order = await start();
    await done(correct('chenjing', order, askBody(order)));
    expect(await statusOf(order)).toBe(WorkOrderStatus.awaitingOnlineCorrection);
    const press = await desk.tryPress('chenjing', order, 'preview', 'pass');
    expect(press.text).toContain('补正（等待申请人提交）尚未了结');

    const [first, second] = [
      await desk.paper('zhangwei', '执照.pdf'),
      await desk.paper('zhangwei', '合同.pdf'),
    ];
    const missing = await correct('zhangwei', order, {
      command: 'submit',
      recordId: 1,
      files: [[first.id], []],
      remark: '',
    });
    expect(missing.body.problems).toEqual([{ field: 'files[1]', message: '请上传“租赁合同”' }]);
    await done(
      correct('zhangwei', order, {
        command: 'submit',
        recordId: 1,
        files: [[first.id], [second.id]],
        remark: '合同已续签',
      }),
    );
    expect(await statusOf(order)).toBe(WorkOrderStatus.correctionAwaitingAudit);
    const files = await db
      .selectFrom('files')
      .select('workorder_id')
      .where('id', '=', second.id)
      .executeTakeFirst();
    expect(files?.workorder_id).toBe(order.id);
    await done(correct('chenjing', order, { command: 'accept', recordId: 1, verdicts: [ok, ok] }));
    expect(await statusOf(order)).toBe(WorkOrderStatus.correctionDone);

    const { rows } = await office
      .as('zhangwei')
      .done(corrections.list, { params: { workorderCode: order.code } });
    expect(rows).toMatchObject([
      {
        timeLimit: 10,
        category: 1,
        workorderState: 17,
        correctRemark: '合同已续签',
        materials: [{ name: '营业执照', problem: '缺少' }, { problem: '已过期' }],
      },
    ]);
    const { rows: traces } = await office
      .as('zhangwei')
      .done(workOrders.traces, { params: { workorderCode: order.code } });
    expect(rows[0]?.attachments).toMatchObject([
      { name: '执照.pdf', material: '营业执照' },
      { name: '合同.pdf', material: '租赁合同' },
    ]);
    const entries = rows.map(({ attachments: _, ...entry }) => entry);
    expect(traces.find(({ flowNodeId }) => flowNodeId === 'preview')?.corrects).toEqual(entries);
    expect(traces.map(({ actName }) => actName)).toEqual(
      expect.arrayContaining(['要求补正', '提交补正', '补正通过']),
    );
    await desk.press('chenjing', order, 'preview', 'pass');
    expect((await verifyAudit(db, context.crypto)).findings).toEqual([]);
  });

  test('at the window is 37 and 17, and hides the time of submission', async () => {
    const order = await start();
    await done(correct('chenjing', order, askBody(order, { category: 2 })));
    expect(await statusOf(order)).toBe(WorkOrderStatus.awaitingOfflineCorrection);
    clock.forward(2 * day);
    const receivedAt = new Date(context.now().getTime() - day).toISOString();
    await done(
      correct('zhangwei', order, {
        command: 'receive',
        recordId: 1,
        receivedAt,
        verdicts: [ok, ok],
        remark: '',
      }),
    );
    expect(await statusOf(order)).toBe(WorkOrderStatus.correctionDone);
    const row = await db
      .selectFrom('side_records')
      .select('data')
      .where('workorder_id', '=', order.id)
      .executeTakeFirst();
    expect(JSON.stringify(row)).toContain(receivedAt);
    const { rows } = await office
      .as('zhangwei')
      .done(corrections.list, { params: { workorderCode: order.code } });
    expect(rows[0]?.submitTime).toBeNull();
  });

  test('that expires is 19 until the next action of the handler; the job may run late and twice', async () => {
    const order = await start();
    await done(correct('chenjing', order, askBody(order)));
    clock.forward(20 * day);
    await giveDueCommands(context as never);
    await giveDueCommands(context as never);
    expect(await statusOf(order)).toBe(WorkOrderStatus.correctionAbandoned);
    const { rows } = await office
      .as('zhangwei')
      .done(workOrders.traces, { params: { workorderCode: order.code } });
    expect(rows.filter(({ actName }) => actName === '补正到期')).toHaveLength(1);
    await desk.press('chenjing', order, 'preview', 'pass');
    expect(await statusOf(order)).not.toBe(WorkOrderStatus.correctionAbandoned);
  });

  test('that arrives while the handler takes it back has one outcome', async () => {
    const order = await start();
    await done(correct('chenjing', order, askBody(order, { papers: [licence] })));
    const paper = await desk.paper('zhangwei', '执照2.pdf');
    const answers = await Promise.all([
      correct('zhangwei', order, { command: 'submit', recordId: 1, files: [[paper.id]], remark: '' }),
      correct('chenjing', order, { command: 'cancel', recordId: 1, reason: '已找到' }),
    ]);
    expect(answers.map(({ body }) => body.errcode).sort()).toEqual([0, 40963]);
  });

  test('is not offered for an item that does not allow it', async () => {
    await configure({ rare });
    const order = await start();
    expect((await correct('chenjing', order, askBody(order))).body.errcode).toBe(40912);
    await configure({ correction, rare });
  });
});

describe('a rare supplement (S1 §4)', () => {
  const ask = { command: 'ask', term: 'H02', limit, reminders: [1], promised: true };
  const check = async (order: StartedOrder, missingIds: readonly string[]) => {
    const params = { workorderCode: order.code };
    const { rows, traceId } = await office.as('chenjing').done(materialCheck.read, { params });
    const conditionMaterialList = rows.map(({ id, form, copies }) =>
      missingIds.includes(id)
        ? { id, checkState: 2 }
        : {
            id,
            checkState: 1,
            ...(form === 'original' ? { actualOriginalNumber: copies } : { actualCopyNumber: copies }),
          },
    );
    await office
      .as('chenjing')
      .done(materialCheck.save, { params, body: { traceId, conditionMaterialList } as never });
  };
  const atReception = async () => {
    const order = await start();
    await desk.press('chenjing', order, 'preview', 'pass');
    return order;
  };

  test('comes before the receipt when the check found something missing (2006)', async () => {
    const order = await atReception();
    await check(order, ['copy:营业执照', 'copy:法定代表人或负责人身份证件']);
    const pressed = await desk.tryPress('chenjing', order, 'receive', 'receive');
    expect(pressed.body).toMatchObject({ errcode: 40962 });
    expect(pressed.text).toContain('材料尚未齐全：营业执照、法定代表人或负责人身份证件');
    const refused = await supplement('chenjing', order, { ...ask, paperIds: ['copy:营业执照'] });
    expect(refused.body.problems).toEqual([
      {
        field: 'paperIds',
        message: '“法定代表人或负责人身份证件”仍有问题，请一并容缺、要求补正，或者当场补齐后重新核对',
      },
    ]);
    await check(order, ['copy:营业执照']);
    await done(supplement('chenjing', order, { ...ask, paperIds: ['copy:营业执照'] }));
    await desk.press('chenjing', order, 'receive', 'receive');
    const { rows } = await office
      .as('zhangwei')
      .done(rareSupplements.list, { params: { workorderCode: order.code } });
    expect(rows).toMatchObject([
      { supplyTerm: 'H02', rareState: 0, materialEntities: [{ id: 'copy:营业执照', name: '营业执照' }] },
    ]);
    const { rows: traces } = await office
      .as('zhangwei')
      .done(workOrders.traces, { params: { workorderCode: order.code } });
    const entries = rows.map(({ attachments: _, ...entry }) => entry);
    expect(traces.find(({ flowNodeId }) => flowNodeId === 'receive')?.workorderRareVo).toEqual(entries[0]);
    await done(supplement('chenjing', order, { command: 'receive', recordId: 1, remark: '' }));
    expect((await verifyAudit(db, context.crypto)).findings).toEqual([]);
  });

  test('needs the signed promise where the item says so, and keeps its text and its sheet', async () => {
    const promise = { text: '本单位承诺按期补齐。', signed: true };
    await configure({ correction, rare: { ...rare, promise } });
    const order = await atReception();
    const request = { ...ask, paperIds: ['copy:营业执照'] };
    const refused = await supplement('chenjing', order, { ...request, promised: false });
    expect(refused.body.problems).toEqual([
      { field: 'promised', message: '请先请申请人书面承诺按期补齐材料' },
      { field: 'fileList', message: '请上传申请人签字的容缺受理承诺书' },
    ]);
    const sheet = await desk.paper('chenjing', '承诺书.pdf');
    await done(supplement('chenjing', order, { ...request, fileList: [{ id: sheet.id }] }));
    await configure({ correction, rare });
    const params = { workorderCode: order.code };
    const { rows } = await office.as('zhangwei').done(rareSupplements.list, { params });
    expect(rows[0]?.attachments).toMatchObject([{ name: '承诺书.pdf', material: '容缺受理承诺书' }]);
    const { records } = await office.as('zhangwei').done(sideRecords.list, { params });
    // The promise is that which the applicant signed, whatever the item says later.
    expect(records[0]?.data).toMatchObject({ promise: { text: promise.text, fileIds: [sheet.id] } });
  });

  test('is asked by the supplement post of the specification (S1 §7)', async () => {
    const order = await atReception();
    const post = (rareMaterialEntity: object) =>
      office
        .as('chenjing')
        .call(rareSupplements.post, { body: { caseCode: order.code, rareMaterialEntity } as never });
    expect((await post({ materialEntities: ['copy:法定代表人或负责人身份证件'] })).body.problems).toEqual([
      { field: 'rareMaterialEntity.materialEntities', message: '“法定代表人或负责人身份证件”不能容缺' },
      { field: 'rareMaterialEntity.promised', message: '请先请申请人书面承诺按期补齐材料' },
    ]);
    // A client may send the entity with all its names of S1 §3.
    const entity = { supplyTerm: 'H01', rareState: 0, materialEntities: [{ id: 'copy:营业执照' }] };
    await done(post({ ...entity, promised: true }));
    const pressed = await desk.tryPress('chenjing', order, 'receive', 'receive');
    expect(pressed.text).toContain('容缺的材料应在收件前补齐：营业执照');
  });

  test('reminds the applicant and ends by itself', async () => {
    const order = await atReception();
    await done(supplement('chenjing', order, { ...ask, paperIds: ['copy:营业执照'] }));
    clock.forward(30 * day);
    await giveDueCommands(context as never);
    await giveDueCommands(context as never);
    const { rows } = await office
      .as('zhangwei')
      .done(rareSupplements.list, { params: { workorderCode: order.code } });
    expect(rows[0]?.rareState).toBe(4);
  });
});

test('a handler learns of an answer by message, the applicant of the request by text message', async () => {
  const order = await start();
  await done(correct('chenjing', order, askBody(order)));
  const { deliverNotices } = await import('#server/modules/cases/handling/service.ts');
  await deliverNotices(context);
  const messages = await db
    .selectFrom('outbound_messages')
    .select('content')
    .where('content', 'like', `%${order.code}%`)
    .executeTakeFirst();
  expect(messages?.content).toContain('您的申请需要补正 2 份材料：营业执照（缺少）、租赁合同（已过期）');
});
