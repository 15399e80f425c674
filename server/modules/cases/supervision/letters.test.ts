import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { documents } from '#contract/documents.ts';
import { handling } from '#contract/handling.ts';
import { sideRecords } from '#contract/side-records.ts';
import { supervision } from '#contract/supervision.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { ItemDocument } from '#domain/documents/item-document.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { giveDueCommands } from '#server/modules/cases/side-records/service.ts';
import { readSeedJson } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { publishOrderDocument, withDocuments } from '#test/world/documents.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

/** Supervision letters (督办单, S1 notify target 督办人; docs/decisions/0237). */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const desk = openDesk(office);
withDocuments(office);
const papers = readSeedJson<{ documents: ItemDocument[] }>('documents/petition-letter.json').documents;
for (const paper of papers.filter(({ template }) => template.code.startsWith('supervision-')))
  await publishOrderDocument(office, 'petition-letter', paper);
const day = 86_400_000;
let lastNumber = 0;

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
  expect((await verifyAudit(db, context.crypto)).findings).toEqual([]);
});

const start = () => desk.start('zhangwei', petition(++lastNumber));
const letter = {
  command: 'open',
  grounds: ['step-overdue', 'asked-again'],
  demand: '请说明超期原因，尽快办成并答复。',
  answerDays: 2,
  card: 'yellow',
};
const answer = {
  command: 'answer',
  cause: 'report',
  text: '已现场采样，报告出具后办结。',
  promisedOn: '2026-03-30',
};
const give = (account: string, { code }: StartedOrder, body: object, key = randomUUID()) =>
  office
    .as(account)
    .call(sideRecords.supervision, { params: { workorderCode: code }, body: body as never, key });
const done = async (...call: Parameters<typeof give>) => {
  const response = await give(...call);
  expect(response.body.errcode, response.text).toBe(0);
};
const recordsOf = (account: string, { code }: StartedOrder) =>
  office.as(account).done(sideRecords.list, { params: { workorderCode: code } });
const offersOf = async (account: string, order: StartedOrder) =>
  (await recordsOf(account, order)).offers
    .filter(({ kind }) => kind === 'supervision')
    .map(({ command }) => command);
async function messagesAbout(order: StartedOrder): Promise<string[]> {
  await deliverNotices(context);
  const rows = await db
    .deleteFrom('messages')
    .where('workorder_id', '=', order.id)
    .where('kind', '=', 'supervised')
    .returning(['staff_id', 'content'])
    .execute();
  return rows.map(({ staff_id, content }) => `${staff_id.replace('staff-', '')}：${content}`).sort();
}

describe('a supervision letter', () => {
  test('is answered by a handler, sent back, answered again and accepted; all of it is on the trace', async () => {
    const order = await start();
    const key = randomUUID();
    await done('sunlei', order, letter, key);
    await done('sunlei', order, letter, key);
    const demand =
      '请在 2026-03-04 前答复督办单。环节超期、群众再次反映，亮黄牌，2026-03-04 前答复：请说明超期原因，尽快办成并答复。';
    expect(await messagesAbout(order)).toEqual(
      ['huangxiaomei', 'lina', 'liuyang', 'wujianguo', 'zhangwei'].map((name) => `${name}：${demand}`),
    );
    expect(await offersOf('liuyang', order)).toEqual(['answer']);
    expect(await offersOf('sunlei', order)).toEqual(['open']);

    await done('liuyang', order, { ...answer, recordId: 1 });
    expect(await messagesAbout(order)).toEqual([
      'sunlei：答复督办单：等检测机构报告，承诺 2026-03-30 办成：已现场采样，报告出具后办结。',
    ]);
    await done('sunlei', order, { command: 'sendBack', recordId: 1, reason: '请附采样记录', answerDays: 1 });
    expect((await messagesAbout(order)).length).toBe(5);
    await done('liuyang', order, { ...answer, recordId: 1, text: '采样记录已附。' });
    await done('fangning', order, { command: 'accept', recordId: 1 });
    expect(await messagesAbout(order)).toEqual([
      'liuyang：认可答复',
      'sunlei：答复督办单：等检测机构报告，承诺 2026-03-30 办成：采样记录已附。',
    ]);
    const { rows } = await office
      .as('sunlei')
      .done(workOrders.traces, { params: { workorderCode: order.code } });
    const names = ['督办', '答复督办单', '退回重答', '认可答复'];
    expect(rows.filter(({ actName }) => names.includes(actName)).map(({ actName }) => actName)).toEqual([
      '认可答复',
      '答复督办单',
      '退回重答',
      '答复督办单',
      '督办',
    ]);
    const { records } = await recordsOf('sunlei', order);
    expect(records).toMatchObject([{ kindName: '督办', stateName: '已认可', isOpen: false }]);
  });

  test('holds the order open, whichever action would end it, until it is settled', async () => {
    const order = await start();
    await done('sunlei', order, letter);
    const end = async () => {
      const body = await desk.pressBody(order, 'receive', 'void');
      return office.as('liuyang').call(handling.handle, { body });
    };
    const refused = await end();
    expect(refused.text).toContain('督办（待答复）尚未了结，不能办结');
    expect(await offersOf('wujianguo', order)).toEqual(['open', 'answer', 'waive']);
    expect(
      (await give('sunlei', order, { command: 'waive', recordId: 1, reason: '已办成' })).body.errcode,
    ).toBe(403);
    await done('wujianguo', order, { command: 'waive', recordId: 1, reason: '已当面答复' });
    const response = await end();
    expect(response.body.errcode, response.text).toBe(0);
  });

  test('has its notice as a document once it is opened, and the answer once it is given', async () => {
    const order = await start();
    const generate = (code: string) =>
      office.as('liuyang').call(documents.generate, { params: { workorderId: order.id }, body: { code } });
    expect((await generate('supervision-notice')).body.errmsg).toBe('发出督办单后可以生成');
    await done('sunlei', order, letter);
    for (const code of ['supervision-notice', 'supervision-card'])
      expect((await generate(code)).status, code).toBe(200);
    expect((await generate('supervision-answer')).body.errmsg).toBe('答复督办单后可以生成');
    await done('liuyang', order, { ...answer, recordId: 1 });
    expect((await generate('supervision-answer')).status).toBe(200);
  });

  test('is refused to others, and names all problems of its input at their fields', async () => {
    const order = await start();
    expect((await give('liuyang', order, letter)).body.errcode).toBe(403);
    const wrong = { ...letter, grounds: [], demand: ' ', answerDays: 61 };
    expect((await give('sunlei', order, wrong)).body).toMatchObject({
      problems: [
        { field: 'grounds', message: '请选择督办缘由' },
        { field: 'demand', message: '请填写督办要求' },
        { field: 'answerDays', message: '答复期限应为 1 至 60 个工作日' },
      ],
    });
    await done('sunlei', order, letter);
    expect((await give('fangning', order, letter)).body).toMatchObject({
      errcode: 40963,
      errmsg: '该办件已有一份督办单尚未了结',
    });
    const late = { ...answer, recordId: 1, text: '', promisedOn: '2026-03-01' };
    expect((await give('liuyang', order, late)).body).toMatchObject({
      problems: [
        { field: 'text', message: '请填写整改情况' },
        { field: 'promisedOn', message: '承诺办成的日期不能早于今天' },
      ],
    });
    expect((await give('sunlei', order, { command: 'accept', recordId: 1 })).body).toMatchObject({
      errmsg: '该督办目前是“待答复”，不能“认可答复”',
    });
  });

  test('by two supervisors at once is opened once', async () => {
    const order = await start();
    const answers = await Promise.all([give('sunlei', order, letter), give('fangning', order, letter)]);
    expect(answers.map(({ body }) => body.errcode).sort()).toEqual([0, 40963]);
  });

  test('that is not answered in time is late once, whenever the job runs, and can still be answered', async () => {
    const order = await start();
    await done('sunlei', order, { ...letter, answerDays: 1 });
    await messagesAbout(order);
    await giveDueCommands(context);
    expect(await messagesAbout(order)).toEqual([]);
    clock.forward(4 * day);
    await giveDueCommands(context);
    await giveDueCommands(context);
    const late = await messagesAbout(order);
    expect(late.map((text) => text.split('：')[0])).toEqual([
      'huangxiaomei',
      'lina',
      'liuyang',
      'sunlei',
      'wujianguo',
      'zhangwei',
    ]);
    const { records } = await recordsOf('sunlei', order);
    expect(records).toMatchObject([{ stateName: '待答复', data: { isLate: true } }]);
    await done('liuyang', order, { ...answer, recordId: 1 });
  });

  test('turns red when the yellow cards of the rule of the item are full', async () => {
    await db
      .updateTable('business_items')
      .set({
        record_settings: JSON.stringify({
          supervision: {
            answerDays: 2,
            cards: { yellowAfterDays: 10, redAfterDays: null, yellowsForRed: 2 },
          },
        }),
      })
      .execute();
    const order = await start();
    await done('sunlei', order, letter);
    await done('wujianguo', order, { command: 'waive', recordId: 1, reason: '已答复' });
    await done('sunlei', order, letter);
    const { records } = await recordsOf('sunlei', order);
    expect(records.map(({ data }) => data.card)).toEqual(['red', 'yellow']);
  });
});

describe('the page 督办', () => {
  const page = (account: string, query: Record<string, string> = {}) =>
    office.as(account).done(supervision.page, { query });

  test('lists letters and demanded cards in tabs, with figures that agree with them', async () => {
    const order = await start();
    const { due_at: dueAt } = await db
      .selectFrom('traces')
      .select('due_at')
      .where('workorder_id', '=', order.id)
      .where('handler_status', '=', 0)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('demanded_cards')
      .values({
        workorder_id: order.id,
        number: 2,
        card: 'red',
        due_at: dueAt ?? clock.now,
        demanded_at: clock.now,
      })
      .execute();
    const before = await office.as('sunlei').done(supervision.figures);
    const demanded = await page('sunlei', { tab: 'demanded' });
    expect([demanded.total, before.demanded]).toEqual([1, 1]);
    expect(demanded.rows).toMatchObject([
      { code: order.code, card: 'red', stateName: '应督未督', recordId: null },
    ]);
    await done('sunlei', order, { ...letter, card: 'red' });
    await deliverNotices(context);
    const after = await office.as('sunlei').done(supervision.figures);
    expect([
      after.demanded,
      after.awaiting - before.awaiting,
      after.red.thisMonth - before.red.thisMonth,
    ]).toEqual([0, 1, 1]);
    const open = await page('sunlei', { tab: 'open', keyword: order.code });
    expect(open.rows).toMatchObject([
      { code: order.code, card: 'red', stateName: '待答复', recordId: 1, openedBy: '孙磊' },
    ]);
    await done('liuyang', order, { ...answer, recordId: 1 });
    expect((await page('sunlei', { tab: 'answered', keyword: order.code })).total).toBe(1);
    await done('sunlei', order, { command: 'accept', recordId: 1 });
    const settled = await page('sunlei', { tab: 'settled', keyword: order.code, card: 'red' });
    expect(settled.rows).toMatchObject([{ stateName: '已认可', due: { light: 'none' } }]);
    expect((await page('sunlei')).total).toBe(
      (
        await Promise.all(
          (['demanded', 'open', 'answered', 'settled'] as const).map((tab) => page('sunlei', { tab })),
        )
      )
        .map(({ total }) => total)
        .reduce((sum, total) => sum + total, 0),
    );
  });

  test('is refused without the permission, and shows only orders that the person may read', async () => {
    expect((await office.as('liuyang').call(supervision.page, {})).body.errcode).toBe(403);
    expect((await office.as('liuyang').call(supervision.figures, {})).body.errcode).toBe(403);
    // 宋佳 supervises another office.
    expect((await page('songjia')).total).toBe(0);
    expect((await office.as('songjia').done(supervision.figures)).awaiting).toBe(0);
  });

  test('refuses a wrong span of days at its field', async () => {
    const response = await office
      .as('sunlei')
      .call(supervision.page, { query: { startDate: '2026-03-05', endDate: '2026-03-01' } });
    expect(response.body.problems?.map(({ field }) => field)).toEqual(['startDate']);
  });
});

test('a letter is suggested by the lateness of the order and the rule of its item', async () => {
  const order = await start();
  const proposal = () =>
    office.as('sunlei').done(supervision.proposal, { params: { workorderCode: order.code } });
  expect(await proposal()).toMatchObject({ grounds: [], card: 'none', reasons: [] });
  const cards = { yellowAfterDays: 10, redAfterDays: 30, yellowsForRed: 2 };
  await db
    .updateTable('business_items')
    .set({ record_settings: JSON.stringify({ supervision: { answerDays: 5, cards } }) as never })
    .where('task_code', '=', 'petition-letter')
    .execute();
  clock.forward(20 * day);
  const { reasons, ...late } = await proposal();
  expect(late).toEqual({ grounds: ['step-overdue'], card: 'yellow', answerDays: 5 });
  expect(reasons).toEqual([expect.stringMatching(/^“收件”已超期 1\d 天$/), '该事项规定超期 10 天亮黄牌']);
});
