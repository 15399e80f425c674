import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { jointPetitioners } from '#contract/joint-petitioners.ts';
import { petitions } from '#contract/petitions.ts';
import { jointColumns } from '#domain/petitions/joint-petition.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { indexOrders } from '#server/modules/cases/work-orders/service.ts';
import { readWorkbook } from '#server/modules/organisation/sheet-imports/service.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const order = await openDesk(office).start('zhangwei', petition(1));
const params = { workorderCode: order.code };
const member = petition(7).start.applyer;

/** Returns a workbook of the list, as base64. */
async function workbook(rows: (string | null)[][]): Promise<string> {
  const made = await office.context.conversionPool.make(
    {
      ...{ work: 'writeSheet', name: '名单', maxRows: 2_000, codes: [], rows },
      columns: jointColumns.map(({ title, required = false, hint, example, choices = [] }) => ({
        ...{ title, required, hint, example, choices, kind: '文本', isText: true },
      })),
    },
    'zhangwei',
  );
  if (made === undefined || 'problem' in made) throw new Error('No workbook');
  return Buffer.from(made).toString('base64');
}
const good = await workbook([
  ['童秀英', '11010519491231002X', '13800000000', '是'],
  [member.name, member.certCode, null, null],
]);
const bad = await workbook([['童秀英', '123', null, null]]);

describeCalls(office, jointPetitioners, {
  list: {
    caller: 'zhangwei',
    request: { params },
    refusedFor: { chenjing: 404, tianye: 403 },
    checkAnswer: (answer) =>
      expect(answer).toEqual({ rows: [], mayImport: true, mayReveal: true, maxRepresentatives: 5 }),
  },
  reveal: {
    caller: 'liuyang',
    request: { params },
    refusedFor: { chenjing: 404, tianye: 403 },
    checkAnswer: ({ rows }) => expect(rows).toEqual([]),
  },
  export: {
    caller: 'liuyang',
    request: { params, body: {} },
    refusedFor: { chenjing: 404, tianye: 403 },
    checkAnswer: ({ fileName }) => expect(fileName).toBe(`联名信访人名单-${order.code}.xlsx`),
  },
  template: {
    caller: 'zhangwei',
    request: { params },
    refusedFor: { chenjing: 404, tianye: 403 },
    checkAnswer: ({ fileName }) => expect(fileName).toBe('联名信访人名单导入模板.xlsx'),
  },
  preview: {
    caller: 'zhangwei',
    request: { params, body: { file: good } },
    refusedFor: { chenjing: 404, tianye: 403 },
    invalidInputs: [
      {
        makeInvalid: () => ({ params, body: { file: '' } }),
        expectedProblems: [['file', '请选择要导入的文件']],
      },
    ],
    checkAnswer: async (answer) => {
      expect(answer).toEqual({ people: 2, representatives: ['**英'], problems: [] });
      const { problems } = await office
        .as('zhangwei')
        .done(jointPetitioners.preview, { params, body: { file: bad } });
      expect(problems.map(({ row, column }) => [row, column])).toEqual([
        [2, '居民身份证号'],
        [0, '代表人'],
      ]);
    },
  },
  import: {
    caller: 'zhangwei',
    request: { params, body: { file: good } },
    refusedFor: { chenjing: 404, tianye: 403 },
    invalidInputs: [
      {
        makeInvalid: () => ({ params, body: { file: bad } }),
        expectedProblems: [
          ['第2行 居民身份证号', expect.any(String) as unknown as string],
          ['代表人', '请推选代表人，在该列填“是”'],
        ],
      },
    ],
    checkAnswer: async ({ people }) => {
      expect(people).toBe(2);
      const { rows } = await office.as('zhangwei').done(jointPetitioners.list, { params });
      expect(rows[0]).toEqual({
        number: 1,
        name: '**英',
        certCode: '**************002X',
        mobile: '138****0000',
        isRepresentative: true,
      });
      // The stored numbers are encrypted.
      const stored = await office.context.db
        .selectFrom('audit_links')
        .select('detail')
        .where('action', '=', 'petition.import-people')
        .execute();
      expect(JSON.stringify(stored)).not.toContain(member.certCode);
    },
  },
});

test('a member of a joint petition counts as the same petitioner at registration', async () => {
  const { name, certCode, mobile } = member;
  const body = { taskCode: 'petition-letter', name, certCode, mobile };
  const { rows } = await office.as('zhangwei').done(petitions.findSimilar, { body });
  expect(rows.map(({ workorderCode, samePerson }) => [workorderCode, samePerson])).toEqual([
    [order.code, true],
  ]);
});

/** Returns the rows of an exported list, without its headings. */
async function exported(account: string, full: boolean): Promise<unknown> {
  const { file } = await office.as(account).done(jointPetitioners.export, { params, body: { full } });
  const read = await readWorkbook({ context: office.context, actor: { staffId: 'test' } }, '名单', file);
  return JSON.parse(JSON.stringify(read));
}

describe('the list of names in full', () => {
  test('is shown, and exported as a workbook, to people with the permission, and each time recorded', async () => {
    const { rows } = await office.as('zhangwei').done(jointPetitioners.reveal, { params });
    expect(rows[0]).toMatchObject({ name: '童秀英', certCode: '11010519491231002X', mobile: '13800000000' });
    expect(JSON.stringify(await exported('zhangwei', true))).toContain('11010519491231002X');
    const records = await office.context.db
      .selectFrom('audit_links')
      .select(['action', 'detail'])
      .where('action', 'in', ['petition.reveal-people', 'petition.export-people'])
      .orderBy('seq')
      .execute();
    expect(records.map(({ action }) => action).sort()).toEqual([
      'petition.export-people',
      'petition.export-people',
      'petition.reveal-people',
      'petition.reveal-people',
    ]);
    expect(JSON.stringify(records)).not.toContain('童秀英');
  });

  test('is masked for all others, on the page and in the workbook', async () => {
    await office.context.db
      .deleteFrom('role_permissions')
      .where('role_code', '=', 'window-clerk')
      .where('permission', '=', 'applicant:reveal')
      .execute();
    const clerk = office.as('zhangwei');
    expect((await clerk.done(jointPetitioners.list, { params })).mayReveal).toBe(false);
    expect((await clerk.call(jointPetitioners.reveal, { params })).status).toBe(403);
    const full = await clerk.call(jointPetitioners.export, { params, body: { full: true } });
    expect(full.status).toBe(403);
    const text = JSON.stringify(await exported('zhangwei', false));
    expect(text).toContain('**************002X');
    expect(text).not.toContain('11010519491231002X');
    expect(text).not.toContain('童秀英');
  });
});

test('a number is stored encrypted and as a digest only; with 15 digits it is the same person', async () => {
  const { db } = office.context;
  await deliverNotices(office.context);
  await indexOrders(office.context);
  const tables = [
    'joint_petitioners',
    'order_query_places',
    'work_order_search',
    'audit_links',
    'idempotency_keys',
  ];
  for (const table of tables) {
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from ${sql.table(table)} t where t::text like '%11010519491231002X%'`.execute(
      db,
    );
    expect([table, rows[0]?.found]).toEqual([table, 0]);
  }
  const find = async (certCode: string) =>
    (
      await office
        .as('zhangwei')
        .done(petitions.findSimilar, { body: { taskCode: 'petition-letter', name: '无关', certCode } })
    ).rows.map(({ workorderCode, reason }) => [workorderCode, reason]);
  const hit = [[order.code, '同一证件号码']];
  expect(await find('110105491231002')).toEqual(hit);
  expect(await find('１１０１０５ 19491231 002x')).toEqual(hit);
  expect(await find('110105491231003')).toEqual([]);
});

test('a list of 500 names is imported as a whole, and a list above the limit not at all', async () => {
  const rowOf = (index: number) => [
    `信访人${index}`,
    null,
    `138${String(index).padStart(8, '0')}`,
    index === 0 ? '是' : null,
  ];
  const listOf = async (length: number) =>
    office.as('zhangwei').call(jointPetitioners.import, {
      params,
      body: { file: await workbook(Array.from({ length }, (_, index) => rowOf(index))) },
    });
  expect((await listOf(500)).body.errcode).toBe(0);
  const { rows } = await office.as('zhangwei').done(jointPetitioners.list, { params });
  expect(rows).toHaveLength(500);
  expect((await listOf(1_001)).body.problems?.map(({ message }) => message)).toEqual([
    '名单不能超过 1000 人',
  ]);
  expect((await office.as('zhangwei').done(jointPetitioners.list, { params })).rows).toHaveLength(500);
});
