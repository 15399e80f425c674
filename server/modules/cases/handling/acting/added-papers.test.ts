import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import { messages } from '#contract/messages.ts';
import { substitutes } from '#contract/substitutes.ts';
import { workOrders } from '#contract/work-orders.ts';
import { attachedFileMessage } from '#domain/forms/attached-files.ts';
import { expandJson } from '#server/kernel/database/compressed-json.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { deliverNotices } from '../service.ts';

/** Tests 补充材料 (docs/decisions/0214): 张伟 registered the letter, 刘洋 and 李娜 have it. */

const office = await testOffice();
const { db } = office.context;
const { desk, start, pageOf } = openPetitionDesk(office);

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const add = (account: string, { code }: StartedOrder, body: object, key = randomUUID()) =>
  office.as(account).call(handling.addPapers, { params: { workorderCode: code }, body: body as never, key });
const uploadPaper = async (account = 'zhangwei', name = '补充照片.pdf') =>
  (await desk.paper(account, name)).id;
const tracesOf = async (account: string, { code }: StartedOrder) =>
  (await office.as(account).done(workOrders.traces, { params: { workorderCode: code } })).rows;
const messagesOf = async (account: string, { code }: StartedOrder) => {
  await deliverNotices(office.context);
  const { rows } = await office.as(account).done(messages.list, { query: { unread: 'true' } });
  return rows.filter(({ workorderCode, title }) => workorderCode === code && title.startsWith('补充材料'));
};

describe('adding materials to an order', () => {
  test('adds a trace row that readers see and notifies the handlers; the order stays at its node', async () => {
    const order = await start();
    const before = await pageOf('zhangwei', order);
    const id = await uploadPaper();
    const key = randomUUID();
    const body = { note: '来信人又寄来三张照片', fileList: [{ id }] };
    const response = await add('zhangwei', order, body, key);
    expect(response.body.data, response.text).toMatchObject({
      message: '材料已补充，已告知当前环节的处理人',
      status: before.order.status,
    });
    expect((await add('zhangwei', order, body, key)).text).toBe(response.text);

    const rows = (await tracesOf('liuyang', order)).filter(({ actName }) => actName === '补充材料');
    expect(rows).toMatchObject([
      {
        handlerName: '张伟',
        handlerOpinion: '来信人又寄来三张照片',
        handlerOperation: null,
        flowNodeId: null,
        attachments: [{ id, name: '补充照片.pdf' }],
      },
    ]);
    const expectedMessage = {
      title: `补充材料：${before.order.title}（张伟：来信人又寄来三张照片）`,
      workorderTraceId: `${order.id}.2`,
      content: expect.stringContaining(`为办件 ${order.code}（群众来信办理）补充了 1 份材料`),
    };
    expect(await messagesOf('liuyang', order)).toMatchObject([expectedMessage]);
    expect(await messagesOf('zhangwei', order)).toEqual([]);
    const links = await db
      .selectFrom('audit_links')
      .select(['action', 'staff_name'])
      .where('object_id', '=', order.id)
      .where('action', '=', 'work-order.addPapers')
      .execute();
    expect(links).toEqual([{ action: 'work-order.addPapers', staff_name: '张伟' }]);
    await desk.press('liuyang', order, 'receive', 'receive');
  });

  test('notifies the substitute of a handler with the name of the handler', async () => {
    const order = await start();
    await desk.press('lina', order, 'receive', 'receive');
    const day = (days: number) =>
      new Date(office.clock.now.getTime() + (8 + days * 24) * 3_600_000).toISOString().slice(0, 10);
    const rule = { substituteId: 'staff-hudong', startsOn: day(0), endsOn: day(4), takesOpen: true };
    await office.as('zhaomin').done(substitutes.set, { body: rule });
    await add('zhangwei', order, { fileList: [{ id: await uploadPaper() }] });
    expect((await messagesOf('hudong', order)).map(({ title }) => title)).toEqual([
      expect.stringMatching(/^补充材料：.+（代赵敏；张伟）$/),
    ]);
    await db.deleteFrom('substitute_rules').execute();
  });

  test('also notifies a handler whose task waits for a countersign', async () => {
    const order = await start();
    await desk.press('liuyang', order, 'receive', 'receive');
    const response = await office.as('zhaomin').call(handling.handle, {
      body: {
        workorderId: order.id,
        workorderTraceId: await desk.traceAt(order, 'examine'),
        handlerOpinion: '请协助',
        handlerOperation: 5,
        countersignList: [{ handlerType: 1, assignHandlerId: 'staff-xujun' }],
      } as never,
    });
    expect(response.status, response.text).toBe(200);
    await add('zhangwei', order, { fileList: [{ id: await uploadPaper() }] });
    expect(await messagesOf('zhaomin', order)).toHaveLength(1);
  });

  test('is offered to the initiator and allowed for clerks who may read the order while it is open', async () => {
    const order = await start();
    const offers = async (account: string) =>
      (await pageOf(account, order)).offers.map(({ action }) => action);
    expect(await offers('zhangwei')).toContain('addPapers');
    // A colleague who has the task may add materials at registration; during the task the page offers the
    // opinion's own files instead.
    expect(await offers('lina')).not.toContain('addPapers');
    expect((await add('lina', order, { fileList: [{ id: await uploadPaper('lina') }] })).status).toBe(200);
    // A leader may read it but does not register; another clerk may not read it.
    expect(await offers('wujianguo')).not.toContain('addPapers');
    const body = { fileList: [{ id: await uploadPaper('wujianguo') }] };
    expect((await add('wujianguo', order, body)).status).toBe(403);
    expect((await add('chenjing', order, { fileList: [{ id: await uploadPaper('chenjing') }] })).status).toBe(
      404,
    );
    await desk.press('liuyang', order, 'receive', 'void');
    expect(await offers('zhangwei')).not.toContain('addPapers');
    const refusal = await add('zhangwei', order, { fileList: [{ id: await uploadPaper() }] });
    expect(refusal.body).toMatchObject({ errcode: 40911, errmsg: '该办件已办结，不能再操作' });
  });

  test('reports field problems: no file, a file of another order, a note that is too long', async () => {
    const [order, other] = [await start(), await start()];
    const fileId = await uploadPaper();
    expect((await add('zhangwei', other, { fileList: [{ id: fileId }] })).status).toBe(200);
    const problemsOf = async (body: object) => (await add('zhangwei', order, body)).body.problems;
    expect(await problemsOf({ note: '长'.repeat(201) })).toEqual([
      { field: 'fileList', message: '请上传补充的材料' },
      { field: 'note', message: expect.stringContaining('补充说明') },
    ]);
    expect(await problemsOf({ fileList: [{ id: fileId }] })).toMatchObject([
      { field: 'fileList', message: expect.any(String) },
    ]);
    expect(await problemsOf({ fileList: [{ id: await uploadPaper('lina') }] })).toMatchObject([
      { field: 'fileList', message: attachedFileMessage.unknown },
    ]);
    expect(await tracesOf('zhangwei', order)).not.toContainEqual(
      expect.objectContaining({ actName: '补充材料' }),
    );
  });

  test('refuses files that the order already has, and returns the same answer for a repeated key', async () => {
    const order = await start();
    const [id, same] = [
      await uploadPaper('zhangwei', '照片.pdf'),
      await uploadPaper('zhangwei', '照片（副本）.pdf'),
    ];
    const key = randomUUID();
    const body = { fileList: [{ id }, { id }] };
    const response = await add('zhangwei', order, body, key);
    expect(response.status, response.text).toBe(200);
    const duplicates = [
      [id, '照片.pdf'],
      [same, '照片（副本）.pdf'],
    ];
    for (const [known = '', name] of duplicates) {
      const { problems } = (await add('zhangwei', order, { fileList: [{ id: known }] })).body;
      expect(problems).toEqual([{ field: 'fileList', message: `“${name}”已在办件中，请移除` }]);
    }
    expect((await add('zhangwei', order, body, key)).text).toBe(response.text);
    const other = await start();
    const responseBody = (
      await add('zhangwei', other, { fileList: [{ id: same }, { id: await uploadPaper() }] })
    ).body;
    expect(responseBody.problems).toEqual([
      { field: 'fileList', message: '“补充照片.pdf”与本次补充的另一份材料相同，请移除' },
    ]);
    const added = (await tracesOf('zhangwei', order)).filter(({ actName }) => actName === '补充材料');
    expect(added.map(({ attachments }) => attachments.map((file) => file.id))).toEqual([[id]]);
  });

  test('accepts identical files added by two people concurrently only once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await start();
      const people = ['zhangwei', 'lina'];
      const ids = await Promise.all(people.map((account) => uploadPaper(account, `${account}.pdf`)));
      const answers = await Promise.all(
        people.map((account, index) => add(account, order, { fileList: [{ id: ids[index] }] })),
      );
      const failedIndex = answers.findIndex(({ status }) => status !== 200);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const message = `“${people[failedIndex]}.pdf”已在办件中，请移除`;
      expect(answers[failedIndex]?.body.problems).toEqual([{ field: 'fileList', message }]);
    }
  });

  test('is limited per order, and the page and the duplicate check give the reason', async () => {
    const order = await start();
    const { applyer, taskCode } = order.startData.start;
    const reasonsOf = async () => {
      const { offers } = await pageOf('zhangwei', order);
      const query = { taskCode, certCode: applyer.certCode };
      const check = await office.as('zhangwei').done(initiation.check, { query });
      return [offers.find(({ action }) => action === 'addPapers')?.whyNot, check.order?.noPapers];
    };
    expect(await reasonsOf()).toEqual(['', '']);
    const id = await uploadPaper();
    const query = db.selectFrom('work_order_states').select('state').where('workorder_id', '=', order.id);
    const { state } = await query.executeTakeFirstOrThrow();
    const write = (changed: unknown) =>
      db
        .updateTable('work_order_states')
        .set({ state: JSON.stringify(changed) })
        .where('workorder_id', '=', order.id)
        .execute();
    await write({ ...(expandJson(state) as object), additions: 100 });
    const answers = [await reasonsOf(), (await add('zhangwei', order, { fileList: [{ id }] })).body.errmsg];
    await write(state);
    const limitText = '每个办件最多补充100次材料';
    expect(answers).toEqual([[limitText, limitText], limitText]);
  });

  test('says that handlers were notified only when another person has the order', async () => {
    const order = await start();
    await office.as('zhangwei').done(handling.recall, {
      params: { workorderCode: order.code },
      body: { reason: '补齐材料' },
    });
    const response = await add('zhangwei', order, { fileList: [{ id: await uploadPaper() }] });
    expect(response.body.data).toMatchObject({ message: '材料已补充；当前环节没有其他处理人，未发送消息' });
  });

  test.each([201, 2001, 20_001])(
    'reports the limit at the field of a note of %i characters',
    async (length) => {
      const order = await start();
      const { problems } = (await add('zhangwei', order, { note: '长'.repeat(length), fileList: [] })).body;
      expect(problems?.find(({ field }) => field === 'note')?.message).toMatch(/不能超过200个字符$/);
    },
  );

  test('either succeeds or is refused when the order ends concurrently', async () => {
    const order = await start();
    const body = { fileList: [{ id: await uploadPaper() }] };
    const voidBody = await desk.pressBody(order, 'receive', 'void');
    const [added, ended] = await Promise.all([
      add('zhangwei', order, body),
      office.as('liuyang').call(handling.handle, { body: voidBody }),
    ]);
    expect(ended.status, ended.text).toBe(200);
    const rows = (await tracesOf('liuyang', order)).filter(({ actName }) => actName === '补充材料');
    const { workorder_id } = await db
      .selectFrom('files')
      .select('workorder_id')
      .where('id', '=', body.fileList[0]?.id ?? '')
      .executeTakeFirstOrThrow();
    if (added.status === 200) expect([rows.length, workorder_id]).toEqual([1, order.id]);
    else expect([added.body.errcode, rows.length, workorder_id]).toEqual([40911, 0, null]);
  });
});
