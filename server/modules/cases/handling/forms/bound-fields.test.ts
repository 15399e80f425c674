import { afterEach, describe, expect, test } from 'vitest';
import { processes } from '#contract/processes.ts';
import { workOrders } from '#contract/work-orders.ts';
import { readSeedText } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition, units } from '#test/world/start-data.ts';

/** Tests that the server accepts a button and a form field about the same decision only if they agree. */

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);
let lastNumber = 0;

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

async function orderInExamination(): Promise<StartedOrder> {
  const order = await desk.start('zhangwei', petition(++lastNumber));
  await desk.press('liuyang', order, 'receive', 'receive');
  return order;
}

const formWith = (content: Record<string, unknown>) => ({
  workorderForms: [{ formId: 'petition-letter:1', content }],
});
const rejection = { acceptResult: 'reject', rejectReason: '应当向人民法院提起诉讼' };
const acceptance = { acceptResult: 'accept', undertakingUnit: units.housing };

async function storedContent({ id }: StartedOrder): Promise<Record<string, unknown>> {
  const row = await db
    .selectFrom('work_order_forms')
    .select('content')
    .where('workorder_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.content as Record<string, unknown>;
}

describe('a button bound to a form field', () => {
  test('is refused when the form value differs, with both labels and the correction', async () => {
    const order = await orderInExamination();
    const declineResponse = await desk.tryPress('zhaomin', order, 'examine', 'decline', formWith(acceptance));
    expect(declineResponse.status).toBe(400);
    expect(declineResponse.body).toMatchObject({
      errcode: 40017,
      errmsg: '办理操作与表单内容不一致',
      problems: [
        {
          field: 'petition-letter.acceptResult',
          message: '“受理结论”为“予以受理”，与“不予受理”不一致，请将其改为“不予受理”，或改用“受理”办理',
        },
      ],
    });
    const acceptResponse = await desk.tryPress('zhaomin', order, 'examine', 'accept', formWith(rejection));
    expect(acceptResponse.body.problems?.[0]?.message).toBe(
      '“受理结论”为“不予受理”，与“受理”不一致，请将其改为“予以受理”，或改用“不予受理”办理',
    );
    const { order: current } = await office
      .as('zhaomin')
      .done(workOrders.detailPage, { params: { workorderCode: order.code } });
    expect(current.statusLabel).toBe('待受理');
    const done = await desk.press('zhaomin', order, 'examine', 'decline', formWith(rejection));
    expect(done).toMatchObject({ status: 11 });
  });

  test('reports a missing opinion together with it, and no problems to people without the task', async () => {
    const order = await orderInExamination();
    const input = { handlerOpinion: '', ...formWith(acceptance) };
    const refusal = await desk.tryPress('zhaomin', order, 'examine', 'decline', input);
    expect(refusal.body.problems?.map(({ field }) => field)).toEqual([
      'handlerOpinion',
      'petition-letter.acceptResult',
    ]);
    const refusalOfOther = await desk.tryPress('xujun', order, 'examine', 'decline', formWith(acceptance));
    expect(refusalOfOther.body.problems).toBeUndefined();
  });

  test('sets an empty field, and conditions and rules use its value', async () => {
    const order = await orderInExamination();
    const refusal = await desk.tryPress('zhaomin', order, 'examine', 'decline', formWith({}));
    expect(refusal.body.problems).toEqual([
      { field: 'petition-letter.rejectReason', message: '不予受理理由不能为空' },
    ]);
    const { rejectReason } = rejection;
    await desk.press('zhaomin', order, 'examine', 'decline', formWith({ acceptResult: '', rejectReason }));
    expect(await storedContent(order)).toMatchObject({ acceptResult: 'reject' });
  });

  test('does not replace a malformed value', async () => {
    const order = await orderInExamination();
    const malformed = { ...acceptance, acceptResult: ['reject'] };
    const first = await desk.tryPress('zhaomin', order, 'examine', 'accept', formWith(malformed));
    expect(first.body).toMatchObject({
      errcode: 40014,
      problems: expect.arrayContaining([
        { field: 'petition-letter.acceptResult', message: '受理结论格式不正确' },
      ]),
    });
    expect((await storedContent(order)).acceptResult).toBe('');
  });

  test('is refused when the same form is sent twice', async () => {
    const order = await orderInExamination();
    const [one] = formWith(acceptance).workorderForms;
    const [other] = formWith(rejection).workorderForms;
    const refusal = await desk.tryPress('zhaomin', order, 'examine', 'accept', {
      workorderForms: [one, other],
    });
    expect(refusal.body.problems).toEqual([
      { field: 'workorderForms.1.formId', message: '同一表单不能重复提交' },
    ]);
  });

  test('accepts each of its bound values', async () => {
    const order = await orderInExamination();
    const content = { acceptResult: 'transfer', undertakingUnit: units.housing };
    await desk.press('zhaomin', order, 'examine', 'accept', formWith(content));
    expect(await storedContent(order)).toMatchObject({ acceptResult: 'transfer' });
  });

  test('is returned with its bound values; unbound buttons have none', async () => {
    const order = await orderInExamination();
    const { task } = await office
      .as('zhaomin')
      .done(workOrders.detailPage, { params: { workorderCode: order.code } });
    const binds = Object.fromEntries(task?.buttons.map((button) => [button.id, button.binds]) ?? []);
    const bind = (value: string) => ({ form: 'petition-letter', field: 'acceptResult', value });
    expect(binds).toMatchObject({
      accept: [bind('accept'), bind('transfer')],
      decline: [bind('reject')],
      return: [],
    });
    // By its path and not by its action: the flow ends after it, whatever else the forms contain.
    expect(task?.buttons.filter(({ ends }) => ends).map(({ id }) => id)).toContain('decline');
    expect(task?.buttons.find(({ id }) => id === 'accept')?.ends).toBe(false);
  });
});

test('a process definition is checked against the published forms', async () => {
  const xml = readSeedText('processes/petition-letter.bpmn').replace(
    'field="acceptResult" value="reject"',
    'field="acceptResult" value="refuse"',
  );
  const result = await office.as('xiaohan').done(processes.lint, { body: { xml } });
  expect(result.problems.map(({ message }) => message)).toEqual([
    '环节“受理审查”：按钮“不予受理”绑定的字段“受理结论”没有选项“refuse”',
    '环节“受理审查”：字段“受理结论”选“不予受理”时没有可用的按钮',
  ]);
  const refusal = await office.as('xiaohan').call(processes.publish, { body: { xml } });
  expect(refusal.body).toMatchObject({ errcode: 40020 });
});
