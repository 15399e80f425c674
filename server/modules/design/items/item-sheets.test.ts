import { readXlsx, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, test } from 'vitest';
import { initialItemSettings } from '#contract/initial-item-settings.ts';
import { itemSheet, items, paperSheet } from '#contract/items.ts';
import type { SheetImportCalls } from '#contract/sheet-imports.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const { db } = office.context;
const admin = office.as('xiaohan');

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/** Only the configuration administrator publishes items. */
const refusedFor = { zhangwei: 403, liuyang: 403, tianye: 403, dongmei: 403, yuanyuan: 403 };

type Rows = NonNullable<WriteSheet['rows']>;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const workbookOf = async (name: string, head: readonly string[], rows: Rows) =>
  base64(await writeXlsx({ sheets: [{ name, rows: [[...head], ...rows] }] }));
const sheetOf = async (file: string) => (await readXlsx(Buffer.from(file, 'base64'))).sheets[0]?.rows ?? [];

const itemHead = [
  '事项编码',
  '事项名称',
  '状态',
  '分类',
  '受理机构编码',
  '流程编码',
  '表单编码',
  '标题字段',
  '收件方式',
  '简介',
];
const paperHead = ['事项编码', '情形编码', '材料名称', '形式', '份数', '要求', '说明'];
const { categories } = await admin.done(items.list, {});
const [category] = categories;
const newRow = (code: string, more: Record<string, string> = {}) =>
  itemHead.map(
    (title) =>
      ({
        事项编码: code,
        事项名称: '占道经营许可',
        分类: category?.name ?? '',
        受理机构编码: '330127-scj',
        流程编码: 'permit-application',
        表单编码: 'permit-application',
        标题字段: 'subjectName',
        收件方式: '窗口',
        简介: '临时占道。',
        ...more,
      })[title] ?? null,
  );
const bookOfItems = (rows: Rows) => workbookOf('事项', itemHead, rows);
const bookOfPapers = (rows: Rows) => workbookOf('申请材料', paperHead, rows);
const previewOf = async (calls: SheetImportCalls, file: string) => {
  const { digest } = await admin.done(calls.preview, { body: { file } });
  return { body: { file, digest } };
};
const versionsOf = async (taskCode: string) =>
  (
    await db
      .selectFrom('business_items')
      .select(['version', 'current'])
      .where('task_code', '=', taskCode)
      .orderBy('version')
      .execute()
  ).map(({ version, current }) => `${version}${current ? '' : ' off'}`);
const settingsOf = async (taskCode: string) =>
  (await admin.done(items.read, { query: { taskCode } })).settings;

const noFile = {
  makeInvalid: () => ({ body: { file: '' } }),
  expectedProblems: [['file', '请选择要导入的文件']] as [string, string][],
};

describeCalls(office, itemSheet, {
  template: {
    caller: 'xiaohan',
    request: {},
    refusedFor,
    checkAnswer: async ({ fileName, file }) => {
      expect(fileName).toBe('事项导入模板.xlsx');
      expect((await sheetOf(file))[0]?.slice(0, 4)).toEqual(['*事项编码', '*事项名称', '状态', '*分类']);
    },
  },
  exportRows: {
    caller: 'xiaohan',
    request: {},
    refusedFor,
    checkAnswer: async ({ file }) => {
      const { rows } = await admin.done(items.list, {});
      // The exported spreadsheet is imported again and changes nothing.
      const preview = await admin.done(itemSheet.preview, { body: { file } });
      expect(preview).toMatchObject({ added: 0, changed: 0, same: rows.length, wrong: 0 });
      expect(rows.length).toBeGreaterThan(2);
    },
  },
  preview: {
    caller: 'xiaohan',
    request: async () => ({ body: { file: await bookOfItems([newRow('seen-only')]) } }),
    refusedFor,
    invalidInputs: [noFile],
    checkAnswer: async (preview) => {
      expect(preview).toMatchObject({ added: 1, changed: 0, wrong: 0, problems: [] });
      expect(await versionsOf('seen-only')).toEqual([]);
    },
  },
  apply: {
    caller: 'xiaohan',
    request: async () => previewOf(itemSheet, await bookOfItems([newRow('from-sheet')])),
    refusedFor,
    checkAnswer: async (answer) => {
      expect(answer).toEqual({ added: 1, changed: 0 });
      expect(await versionsOf('from-sheet')).toEqual(['1']);
      expect(await settingsOf('from-sheet')).toEqual({
        ...initialItemSettings('from-sheet', '占道经营许可'),
        categoryId: category?.id,
        orgId: '330127-scj',
        processKey: 'permit-application',
        formCodes: ['permit-application'],
        titleFields: ['subjectName'],
        summary: '临时占道。',
      });
    },
  },
});

describe('a spreadsheet import of items', () => {
  test('publishes only changed rows, and keeps settings without a column', async () => {
    const before = await settingsOf('permit-application');
    const present = await sheetOf((await admin.done(itemSheet.exportRows, {})).file);
    const [head = [], ...rows] = present;
    const name = head.indexOf('*事项名称');
    const changed = rows.map((row) =>
      row[0] === 'permit-application'
        ? row.map((cell, index) => (index === name ? '经营许可（改）' : cell))
        : row,
    );
    const all = await Promise.all(
      rows.map(async ([code]) => [code, await versionsOf(String(code))] as const),
    );
    const file = await workbookOf('事项', head.map(String), changed as Rows);
    const answer = await admin.done(itemSheet.apply, await previewOf(itemSheet, file));
    expect(answer).toEqual({ added: 0, changed: 1 });
    for (const [code, versions] of all) {
      if (code !== 'permit-application') expect(await versionsOf(String(code))).toEqual(versions);
    }
    expect(await versionsOf('permit-application')).toEqual(['1 off', '2']);
    expect(await settingsOf('permit-application')).toEqual({ ...before, name: '经营许可（改）' });
    expect(before.papers.length).toBeGreaterThan(0);
  });

  test('disables an item by its status alone, and refuses other changes with it', async () => {
    await admin.done(itemSheet.apply, await previewOf(itemSheet, await bookOfItems([newRow('to-stop')])));
    const stop = { 状态: '已停用' };
    const refused = await admin.done(itemSheet.preview, {
      body: {
        file: await bookOfItems([newRow('to-stop', { ...stop, 简介: '另一个' }), newRow('never', stop)]),
      },
    });
    expect(refused.problems.map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, '状态', '停用的事项不能修改；请先改回“已发布”，或只改状态'],
      [3, '状态', '新增的事项应为“已发布”'],
    ]);
    const file = await bookOfItems([newRow('to-stop', stop)]);
    await admin.done(itemSheet.apply, await previewOf(itemSheet, file));
    expect(await versionsOf('to-stop')).toEqual(['1 off']);
    const again = await bookOfItems([newRow('to-stop', { 状态: '已发布' })]);
    await admin.done(itemSheet.apply, await previewOf(itemSheet, again));
    expect(await versionsOf('to-stop')).toEqual(['1 off', '2']);
  });

  test('reports all problems by row and column, and imports nothing', async () => {
    const file = await bookOfItems([
      newRow('good-one'),
      newRow('Bad_Code'),
      newRow('Upper', { 受理机构编码: 'nowhere', 流程编码: 'nothing', 表单编码: 'no-form' }),
      newRow('no-category', { 分类: '没有这个' }),
    ]);
    const { problems, digest } = await admin.done(itemSheet.preview, { body: { file } });
    expect(problems.map(({ row, column, message }) => `${row} ${column} ${message}`)).toEqual([
      '3 事项编码 只能由字母、数字和短横线组成，不以短横线开头或结尾，不超过64个字符',
      '4 事项编码 事项编码应以小写字母开头，由小写字母、数字和连字符组成',
      '4 受理机构编码 请选择受理机构',
      '4 流程编码 请选择流程',
      '4 表单编码 没有表单“no-form”',
      expect.stringContaining('5 分类 没有“没有这个”，可填：'),
    ]);
    const { body } = await admin.call(itemSheet.apply, { body: { file, digest } });
    expect(body.errcode).toBe(400);
    expect(await versionsOf('good-one')).toEqual([]);
  });
});

describeCalls(office, paperSheet, {
  template: {
    caller: 'xiaohan',
    request: {},
    refusedFor,
    checkAnswer: async ({ file }) => {
      expect((await sheetOf(file))[0]).toEqual([
        '*事项编码',
        '*情形编码',
        '*材料名称',
        '*形式',
        '份数',
        '要求',
        '说明',
      ]);
    },
  },
  exportRows: {
    caller: 'xiaohan',
    request: {},
    refusedFor,
    checkAnswer: async ({ file }) => {
      const [, ...rows] = await sheetOf(file);
      expect(rows.length).toBeGreaterThan(10);
      const preview = await admin.done(paperSheet.preview, { body: { file } });
      expect(preview).toMatchObject({ added: 0, changed: 0, same: rows.length, wrong: 0 });
    },
  },
  preview: {
    caller: 'xiaohan',
    request: async () => ({
      body: {
        file: await bookOfPapers([
          ['permit-application', '全部', '营业执照', '复印件', 2, '必交', '核对原件'],
          ['permit-application', 'food', '平面图', '电子件', null, '可不交', null],
          ['permit-application', 'nowhere', '平面图', '电子件', null, null, null],
          ['nothing', '全部', '平面图', '原件', 100, null, null],
        ]),
      },
    }),
    refusedFor,
    invalidInputs: [noFile],
    checkAnswer: async ({ added, changed, problems }) => {
      expect({ added, changed }).toEqual({ added: 3, changed: 1 });
      expect(problems.map(({ row, column, message }) => `${row} ${column} ${message}`)).toEqual([
        expect.stringMatching(/^4 情形编码 事项“.+”没有编码为“nowhere”的情形$/),
        '5 事项编码 没有编码为“nothing”的事项',
        '5 份数 应为 1 到 99 的整数',
      ]);
    },
  },
  apply: {
    caller: 'xiaohan',
    request: async () =>
      previewOf(
        paperSheet,
        await bookOfPapers([
          ['permit-application', '全部', '营业执照', '复印件', 2, '必交', '核对原件'],
          ['permit-application', 'food', '平面图', '电子件', null, '可不交', null],
        ]),
      ),
    refusedFor,
    checkAnswer: async (answer) => {
      expect(answer).toEqual({ added: 1, changed: 1 });
      const { papers, situations } = await settingsOf('permit-application');
      expect(papers.map(({ name, copies }) => [name, copies])).toContainEqual(['营业执照', 2]);
      expect(situations.find(({ id }) => id === 'food')?.papers.at(-1)).toEqual({
        name: '平面图',
        form: 'electronic',
        copies: 1,
        required: false,
        note: '',
      });
      // One version for all rows of an item.
      expect((await versionsOf('permit-application')).at(-1)).toBe('3');
    },
  },
});

test('an import of materials is refused for a disabled item', async () => {
  const [code] = ['from-sheet'];
  await admin.done(items.disable, { body: { taskCode: code ?? '' } });
  const file = await bookOfPapers([['from-sheet', '全部', '平面图', '原件', null, null, null]]);
  const { problems } = await admin.done(paperSheet.preview, { body: { file } });
  expect(problems).toEqual([{ row: 2, column: '事项编码', message: '事项“占道经营许可”已停用，请先发布' }]);
});
