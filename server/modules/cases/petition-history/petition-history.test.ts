import { describe, expect, test } from 'vitest';
import { petitionHistory } from '#contract/petition-history.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const desk = openDesk(office);

/** The same petitioner twice: the first matter has ended when the second begins, in another office. */
const first = petition(1, { channel: 'visit', letterDate: '2026-02-20' });
const earlier = await desk.start('zhangwei', first);
await desk.press('liuyang', earlier, 'receive', 'receive');
await desk.press('zhaomin', earlier, 'examine', 'decline');
const secondPetition = { ...petition(1), start: { ...petition(1).start, applyer: first.start.applyer } };
const later = await desk.start('panguohua', secondPetition);
await desk.start('zhangwei', petition(2));

const { certCode, mobile, name } = first.start.applyer;
const laterRequest = { params: { workorderCode: later.code }, body: {} };
const certificate = { certTyp: '10', certNum: certCode };

const auditRecords = (action: string) =>
  office.context.db
    .selectFrom('audit_links')
    .select(['staff_name', 'detail', 'object_id'])
    .where('action', '=', action)
    .execute();

describeCalls(office, petitionHistory, {
  ofOrder: {
    caller: 'liuyang',
    request: laterRequest,
    refusedFor: { chenjing: 404, tianye: 403 },
    invalidInputs: [
      {
        makeInvalid: () => ({
          ...laterRequest,
          body: { startTime: '2026-02-30', txMode: 'pigeon', size: 7 },
        }),
        expectedProblems: [
          ['size', '每页条数只能是5、10、20、30、40、50、100、150、200'],
          ['startTime', '日期无法识别，请按“2026-11-20”填写'],
          ['txMode', '不是可选的值'],
        ],
      },
    ],
    checkAnswer: async ({ rows, total }) => {
      expect(total).toBe(1);
      expect(rows[0]).toMatchObject({
        index: 1,
        workOrdCd: earlier.code,
        workOrdId: earlier.id,
        petLetFm: '来访',
        petLetDtStr: '2026-02-20',
        refctItm: '反映小区电梯长期停用（1）',
        txMode: '信函',
        urlLink: `/affair/detail/${earlier.code}?actionTarget=_blank`,
        statusLabel: '不予受理',
        ended: true,
      });
      expect(rows[0]?.name).toMatch(/^\*+.$/);
      expect(await auditRecords('work-order.petition-history')).toContainEqual({
        staff_name: '刘洋',
        detail: { total: 1, closed: 0 },
        object_id: later.id,
      });
    },
  },
  ofPetitioner: {
    caller: 'zhangwei',
    request: { body: certificate },
    refusedFor: { tianye: 403 },
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { name, startTime: '2026-13-01' } }),
        expectedProblems: [['startTime', '日期无法识别，请按“2026-11-20”填写']],
      },
      {
        makeInvalid: () => ({ body: { name } }),
        expectedProblems: [
          ['certNum', '请输入证件号码或联系电话'],
          ['contTel', '请输入证件号码或联系电话'],
        ],
      },
    ],
    checkAnswer: async ({ rows, choices }, { body }) => {
      expect(body).toEqual(certificate);
      expect(rows.map(({ workOrdCd }) => workOrdCd)).toEqual([later.code, earlier.code]);
      expect(choices.probCls.find(({ value }) => value === 'urban')?.children).toContainEqual({
        value: 'property',
        label: '物业管理',
      });
      const [link] = await auditRecords('petition-history.look');
      expect(link).toMatchObject({ staff_name: '张伟', detail: { total: 2, closed: 0 } });
      // The audit log contains neither number nor name.
      expect(JSON.stringify(link)).not.toContain(certCode);
      expect(link?.object_id).toMatch(/^[\w-]{43}$/);
    },
  },
});

test('the petition history marks the unfinished petition that blocks a new one, only by certificate', async () => {
  const ask = async (body: object) =>
    (await office.as('zhangwei').done(petitionHistory.ofPetitioner, { body })).rows
      .filter(({ keepsFromStarting }) => keepsFromStarting)
      .map(({ workOrdCd }) => workOrdCd);
  const taskCode = 'petition-letter';
  expect(await ask({ ...certificate, taskCode })).toEqual([later.code]);
  expect(await ask({ contTel: mobile, taskCode })).toEqual([]);
  expect(await ask({ ...certificate, taskCode: 'congress-proposal' })).toEqual([]);
  expect(await ask(certificate)).toEqual([]);
});

describe('the petition history for a person without access to the earlier petition', () => {
  test('returns only its number, registration date and state', async () => {
    const page = await office.as('panguohua').done(petitionHistory.ofOrder, laterRequest);
    expect(page.rows).toEqual([
      {
        index: 1,
        workOrdCd: earlier.code,
        workOrdId: '',
        petLetFm: '',
        petLetDtStr: '2026-03-02',
        name: '',
        refctItm: '',
        txMode: '',
        urlLink: '',
        statusLabel: '不予受理',
        ended: true,
        keepsFromStarting: false,
      },
    ]);
  });

  test('reveals nothing more through filters', async () => {
    const ask = async (body: Record<string, string>) =>
      (await office.as('panguohua').done(petitionHistory.ofOrder, { ...laterRequest, body })).total;
    expect(await ask({ lettTtl: '电梯' })).toBe(0);
    expect(await ask({ petLetFm: 'visit' })).toBe(0);
    expect(await ask({ txMode: 'letter' })).toBe(0);
    expect(await ask({ probCls: 'urban' })).toBe(0);
    expect(await ask({ startTime: '2026-03-02', endTime: '2026-03-02' })).toBe(1);
    expect(await ask({ startTime: '2026-02-20', endTime: '2026-02-20' })).toBe(0);
    expect(await ask({ workOrdCd: earlier.code.slice(0, 6) })).toBe(1);
  });

  test('is limited to thirty hits per hour, and after that every query is refused', async () => {
    const ask = () => office.as('panguohua').call(petitionHistory.ofOrder, laterRequest);
    office.clock.forward(3_600_000);
    const answers = [];
    for (let count = 0; count < 32; count += 1) answers.push(await ask());
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    const request = { body: { contTel: '15405799999' } };
    const response = await office.as('panguohua').call(petitionHistory.ofPetitioner, request);
    expect(response.body).toMatchObject({ errcode: 429 });
  });
});

describe('filters of the petition history', () => {
  const ask = async (body: Record<string, string>) =>
    (await office.as('liuyang').done(petitionHistory.ofOrder, { ...laterRequest, body })).total;

  test.each([
    [{ lettTtl: '电梯' }, 1],
    [{ lettTtl: '%' }, 0],
    [{ petLetFm: 'visit' }, 1],
    [{ petLetFm: 'call' }, 0],
    [{ probCls: 'urban,property' }, 1],
    [{ probCls: 'urban,demolition' }, 0],
    [{ startTime: '2026-02-20', endTime: '2026-02-20' }, 1],
    [{ txMode: 'online' }, 0],
  ])('%j finds %i', async (query, found) => {
    expect(await ask(query as Record<string, string>)).toBe(found);
  });

  test('accept the documented name of the date range and ignore empty values (S0 §5, S1 §3)', async () => {
    const empty = {
      lettTtl: '',
      petLetFm: null,
      txMode: '',
      probCls: '',
      workOrdCd: '',
      name: '',
      contTel: null,
    };
    const ask = async (petLetDt: object) => {
      const body = { ...empty, ...certificate, petLetDt } as never;
      return (await office.as('zhangwei').done(petitionHistory.ofPetitioner, { body })).rows.map(
        ({ petLetDtStr }) => petLetDtStr,
      );
    };
    const all = await ask({ startTime: '', endTime: null });
    expect(all).toContain('2026-02-20');
    expect(all.length).toBeGreaterThan(1);
    const day = { startTime: '2026-02-20 00:00:00', endTime: '2026-02-20 23:59:59' };
    expect(await ask(day)).toEqual(['2026-02-20']);
    expect(await ask({ startTime: '2026-02-20', endTime: '' })).toEqual(all);
  });

  test('find all petitions with a telephone number, and with a name only those of that name', async () => {
    const ask = async (body: object) =>
      (await office.as('zhangwei').done(petitionHistory.ofPetitioner, { body })).total;
    expect(await ask({ contTel: mobile })).toBe(2);
    expect(await ask({ contTel: mobile, name })).toBe(2);
    expect(await ask({ contTel: mobile, name: '别人' })).toBe(0);
    expect(await ask({ certNum: certCode, contTel: '15405700000' })).toBe(0);
  });
});

test('petitions without certificate and telephone are not related, even with the same name', async () => {
  const orders = [await desk.start('zhangwei', petition(44)), await desk.start('zhangwei', petition(45))];
  const ids = orders.map(({ id }) => id);
  await office.context.db
    .updateTable('work_order_applicants')
    .set({ mobile_digest: '', cert_code_digest: '', name: '无名' })
    .where('workorder_id', 'in', ids)
    .execute();
  const params = { workorderCode: orders[0]?.code ?? '' };
  const { rows } = await office.as('zhangwei').done(petitionHistory.ofOrder, { params, body: {} });
  expect(rows).toEqual([]);
});

test('an order of an item without petition fields has no petition history', async () => {
  const { db } = office.context;
  await db.updateTable('business_items').set({ petition_fields: null }).execute();
  expect((await office.as('liuyang').call(petitionHistory.ofOrder, laterRequest)).status).toBe(404);
});
