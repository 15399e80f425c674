import { afterAll, describe, expect, test } from 'vitest';
import { sideRecords } from '#contract/side-records.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import { PaperState } from '#domain/enumerations/paper-state.ts';
import type { CorrectionData } from '#domain/records/correction-data.ts';
import { defaultRecordSettings } from '#domain/records/record-settings.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { giveDueCommands } from './service.ts';

/** Commands on side records that meet, a job that runs twice, and one that runs late: one outcome each. */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const desk = openDesk(office);
const day = 86_400_000;
let lastNumber = 0;

const { correction, extension } = defaultRecordSettings;
const settings = { extension: { ...extension, times: 5 }, correction: { ...correction, enabled: true } };
await db
  .updateTable('business_items')
  .set({ record_settings: JSON.stringify(settings) } as never)
  .where('task_code', '=', 'petition-letter')
  .execute();

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const start = () => desk.start('zhangwei', petition(++lastNumber));
const recordsOf = ({ id }: StartedOrder) =>
  db.selectFrom('side_records').selectAll().where('workorder_id', '=', id).orderBy('number').execute();
const rowsOfTrace = ({ id }: StartedOrder) =>
  db.selectFrom('work_order_records').select('act_name').where('workorder_id', '=', id).execute();
const command = (account: string, { code }: StartedOrder, kind: 'extension' | 'correction', body: object) =>
  office.as(account).call(sideRecords[kind] as typeof sideRecords.correction, {
    params: { workorderCode: code },
    body: body as never,
  });

async function askCorrection(): Promise<StartedOrder> {
  const order = await start();
  const { body, text } = await command('liuyang', order, 'correction', {
    command: 'ask',
    traceId: `${order.id}.2`,
    category: 1,
    limit: { amount: 3, unit: DayUnit.calendarDays },
    papers: [{ id: null, name: '现场照片', problem: PaperState.missing, reason: '请补交' }],
  });
  expect(body.errcode, text).toBe(0);
  return order;
}

describe('two leaders who extend at once', () => {
  test('extend an order once; the second is told of the first', async () => {
    for (let round = 0; round < 3; round += 1) {
      const order = await start();
      const grant = (account: string) =>
        command(account, order, 'extension', {
          command: 'grant',
          days: 5,
          reason: '情况复杂',
          granted: 0,
        });
      const answers = await Promise.all([grant('wujianguo'), grant('huangxiaomei')]);
      const refused = answers.filter(({ body }) => body.errcode !== 0);
      expect(refused).toHaveLength(1);
      for (const { text } of refused) expect(text).toContain('该办件刚刚已延期，请查看新的到期日后再决定');
      expect(await recordsOf(order)).toMatchObject([{ kind: 'extension', state: 'granted' }]);
      expect((await rowsOfTrace(order)).map(({ act_name }) => act_name)).toEqual(['批准延期']);
    }
  });
});

describe('a correction that arrives while the handler takes it back', () => {
  test('is either submitted or cancelled, and the other person learns which', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const order = await askCorrection();
      const paper = await desk.paper('zhangwei', `现场照片-${round}.pdf`);
      const submit = () =>
        command('zhangwei', order, 'correction', {
          command: 'submit',
          recordId: 1,
          files: [[paper.id]],
          remark: '',
        });
      const cancel = () =>
        command('liuyang', order, 'correction', { command: 'cancel', recordId: 1, reason: '已在窗口补齐' });
      const answers = await Promise.all(round % 2 === 0 ? [submit(), cancel()] : [cancel(), submit()]);
      const done = answers.filter(({ body }) => body.errcode === 0);
      expect(done.length, answers.map(({ text }) => text).join('\n')).toBe(1);
      const [record] = await recordsOf(order);
      outcomes.add(record?.state ?? '');
      expect(['submitted', 'cancelled']).toContain(record?.state);
      const refused = answers.find(({ body }) => body.errcode !== 0);
      expect(refused?.text).toMatch(/目前是“(申请人已提交|已撤销)”/);
      expect(await rowsOfTrace(order)).toHaveLength(2);
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });
});

describe('the job at the end of a limit', () => {
  test('that runs twice at once and a day late closes a correction once, from the end of its limit', async () => {
    const order = await askCorrection();
    clock.forward(5 * day);
    await Promise.all([giveDueCommands(context), giveDueCommands(context)]);
    await giveDueCommands(context);
    const [record] = await recordsOf(order);
    expect(record).toMatchObject({ state: 'abandoned', is_open: false });
    const names = (await rowsOfTrace(order)).map(({ act_name }) => act_name);
    expect(names.sort()).toEqual(['补正到期', '要求补正'].sort());
    const { records } = await office
      .as('liuyang')
      .done(sideRecords.list, { params: { workorderCode: order.code } });
    const { endsAt } = (records[0]?.data ?? {}) as unknown as CorrectionData;
    expect(records[0]?.pauses).toMatchObject([{ until: endsAt }]);
  });

  test('changes nothing if the answer came in time', async () => {
    const order = await askCorrection();
    const paper = await desk.paper('zhangwei');
    await command('zhangwei', order, 'correction', {
      command: 'submit',
      recordId: 1,
      files: [[paper.id]],
      remark: '',
    });
    clock.forward(5 * day);
    await giveDueCommands(context);
    expect(await recordsOf(order)).toMatchObject([{ state: 'submitted' }]);
  });
});
