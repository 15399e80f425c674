import { afterAll, describe, expect, test } from 'vitest';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const desk = openDesk(office);
const running = await desk.start('zhangwei', petition(1));
const { taskCode, applyer } = running.startData.start;

function checkDuplicate(certCode: string) {
  return office.as('chenjing').call(initiation.check, { query: { taskCode, certCode } });
}

test('the duplicate check reports a hit without the order, records it and stops after thirty (S1 §5)', async () => {
  const answers = [];
  for (let count = 0; count < 40; count += 1) answers.push(await checkDuplicate(applyer.certCode));
  const accepted = answers.filter(({ status }) => status === 200);
  expect(accepted).toHaveLength(30);
  for (const { text } of accepted) {
    expect(text).toContain('申请权限校验不通过');
    expect(text).not.toContain(running.code);
  }
  expect(answers.at(-1)?.body).toMatchObject({ errcode: 429 });
  const links = await office.context.db
    .selectFrom('audit_links')
    .select('staff_name')
    .where('chain', '=', 'repeat-check')
    .execute();
  expect(links).toHaveLength(30);
});

test('after the last allowed hit every check is refused in the same way, with or without a hit (S1 §5)', async () => {
  const response = await checkDuplicate('11010119900307787X');
  expect(response.body).toEqual((await checkDuplicate(applyer.certCode)).body);
  expect(response.body).toMatchObject({ errcode: 429 });
  office.clock.forward(3_600_000);
  expect((await checkDuplicate('11010119900307787X')).body.data).toEqual({
    flag: true,
    msg: '',
    order: null,
  });
});

test('duplicate checks without a hit are limited too, also under concurrent calls', async () => {
  const requests = Array.from({ length: 130 }, () =>
    office.as('lina').call(initiation.check, { query: { taskCode, certCode: '110101199003077758' } }),
  );
  const answers = await Promise.all(requests);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
});

test('reveals of an applicant are limited per hour', async () => {
  const reveal = () =>
    office.as('liuyang').call(workOrders.revealApplicant, { params: { workorderCode: running.code } });
  const answers = [];
  for (let count = 0; count < 61; count += 1) answers.push(await reveal());
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(answers.at(-1)?.body).toMatchObject({ errcode: 429 });
});

describe('a repeated petition of an unfinished order', () => {
  const { db } = office.context;
  let lastNumber = 100;
  const letter = (originalCode = '') => ({ isRepeat: 'yes', originalCode });

  /** Returns a letter of the same person with another form content. */
  const repeatedLetter = (number: number, content: Record<string, unknown>) => {
    lastNumber += 1;
    const { start } = petition(lastNumber, content);
    return { ...start, applyer: petition(number).start.applyer };
  };
  const send = (body: ReturnType<typeof repeatedLetter>, by = 'zhangwei') =>
    office.as(by).call(initiation.initiate, { body });
  const codeOf = ({ body }: Awaited<ReturnType<typeof send>>) =>
    (body.data as { workorderCode?: string } | undefined)?.workorderCode ?? '';
  const blockingRowsOf = (codes: string[]) =>
    db
      .selectFrom('unfinished_applications as u')
      .innerJoin('work_orders as o', 'o.id', 'u.workorder_id')
      .select('o.code')
      .where('o.code', 'in', codes)
      .execute();
  const findBlockingCode = async (certCode: string) =>
    (await office.as('zhangwei').done(initiation.check, { query: { taskCode, certCode } })).order?.code;
  const end = (order: Awaited<ReturnType<typeof desk.start>>) =>
    desk.press('liuyang', order, 'receive', 'void');

  afterAll(async () => {
    expect(await checkInvariants(db)).toEqual([]);
  });

  test('is accepted when its form names that order, and is found by the check when the first has ended', async () => {
    lastNumber += 1;
    const number = lastNumber;
    const first = await desk.start('zhangwei', petition(number));
    const { certCode } = first.startData.start.applyer;
    const started = await send(repeatedLetter(number, letter(first.code)));
    expect(started.body).toMatchObject({ errcode: 0 });
    const second = codeOf(started);
    expect(await blockingRowsOf([first.code, second])).toEqual([{ code: first.code }]);
    expect(await findBlockingCode(certCode)).toBe(first.code);

    await end(first);
    expect(await findBlockingCode(certCode)).toBe(second);
    expect((await send(repeatedLetter(number, {}))).body).toMatchObject({ errcode: 40920 });
    expect((await send(repeatedLetter(number, letter(first.code)))).body).toMatchObject({ errcode: 40920 });
    expect((await send(repeatedLetter(number, letter(second)))).body).toMatchObject({ errcode: 0 });
  });

  test.each<[string, (code: string) => Record<string, unknown>]>([
    ['names no order', () => ({})],
    ['names another order', () => letter(running.code)],
    ['names the order but is not marked as a repetition', (code) => ({ ...letter(code), isRepeat: 'no' })],
  ])('is refused when its form %s', async (_, content) => {
    lastNumber += 1;
    const number = lastNumber;
    const first = await desk.start('zhangwei', petition(number));
    expect((await send(repeatedLetter(number, content(first.code)))).body).toMatchObject({ errcode: 40920 });
  });

  test('is refused with 429 after the last allowed hit of the hour, even with the correct number', async () => {
    lastNumber += 1;
    const number = lastNumber;
    const first = await desk.start('zhangwei', petition(number));
    office.clock.forward(3_600_000);
    for (let count = 0; count < 30; count += 1) await checkDuplicate(first.startData.start.applyer.certCode);
    const refusal = await send(repeatedLetter(number, letter(first.code)), 'chenjing');
    expect(refusal.body).toMatchObject({ errcode: 429 });
    office.clock.forward(3_600_000);
    expect((await send(repeatedLetter(number, letter(first.code)), 'chenjing')).body).toMatchObject({
      errcode: 0,
    });
  });

  test('is an ordinary order when the first has ended before', async () => {
    lastNumber += 1;
    const number = lastNumber;
    const first = await desk.start('zhangwei', petition(number));
    const body = repeatedLetter(number, letter(first.code));
    await end(first);
    const started = await send(body);
    const code = codeOf(started);
    expect(await blockingRowsOf([code])).toEqual([{ code }]);
  });

  test('without a named order is accepted once under concurrent calls', async () => {
    lastNumber += 1;
    const number = lastNumber;
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => send(repeatedLetter(number, {}))));
    const refusals = answers.filter(({ body }) => body.errcode !== 0);
    expect(refusals).toHaveLength(5);
    // A person who may read the first order gets its number, even if it arrived in between.
    const query = { taskCode, certCode: petition(number).start.applyer.certCode };
    const { msg, order } = await office.as('zhangwei').done(initiation.check, { query });
    expect(order).toMatchObject({ statusLabel: '待收件', noPapers: '' });
    for (const { body } of refusals) expect(body).toMatchObject({ errcode: 40920, errmsg: msg });
  });

  test('is refused when the item does not allow it', async () => {
    lastNumber += 1;
    const number = lastNumber;
    const first = await desk.start('zhangwei', petition(number));
    const { petition_fields } = await db
      .selectFrom('business_items')
      .select('petition_fields')
      .where('task_code', '=', taskCode)
      .where('current', '=', true)
      .executeTakeFirstOrThrow();
    const { original, ...rest } = petition_fields ?? { date: '', channel: '', problem: [] };
    const set = (value: unknown) =>
      db
        .updateTable('business_items')
        .set({ petition_fields: JSON.stringify(value) })
        .where('task_code', '=', taskCode)
        .where('current', '=', true)
        .execute();
    await set({ ...rest, original: { ...original, unfinished: false } });
    try {
      expect((await send(repeatedLetter(number, letter(first.code)))).body).toMatchObject({ errcode: 40920 });
    } finally {
      await set(petition_fields);
    }
  });
});
