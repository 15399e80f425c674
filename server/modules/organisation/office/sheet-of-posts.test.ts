import { readXlsx, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { postSheet } from '#contract/office-parts.ts';
import { sheetLimits } from '#domain/sheets/import-sheet.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const { db } = office.context;
const system = office.as('tianye');
/** Only people who manage organisations have access. */
const others = { zhangwei: 403, wujianguo: 403, shenjie: 403, yuanyuan: 403 };

type Rows = NonNullable<WriteSheet['rows']>;
const head = ['*岗位编码', '*岗位名称', '所属机构编码', '顺序'];
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const workbookOf = async (rows: Rows, more: Partial<WriteSheet> = {}) =>
  base64(await writeXlsx({ sheets: [{ name: '岗位', rows: [head, ...rows], ...more }] }));

const post = (code: string) =>
  db.selectFrom('positions').selectAll().where('code', '=', code).executeTakeFirst();

describeCalls(office, postSheet, {
  template: {
    caller: 'tianye',
    request: {},
    refusedFor: others,
    checkAnswer: async ({ fileName, file }) => {
      expect(fileName).toBe('岗位导入模板.xlsx');
      const { sheets } = await readXlsx(Buffer.from(file, 'base64'));
      expect(sheets.map(({ name }) => name)).toEqual(['岗位', '填写说明', '编码对照']);
      expect(sheets[0]?.rows).toEqual([['*岗位编码', '*岗位名称', '所属机构编码', '顺序']]);
      expect(sheets[1]?.rows[1]?.slice(0, 2)).toEqual(['岗位编码', '是']);
      expect(sheets[2]?.rows[0]).toEqual(['机构编码', '机构名称']);
      expect(sheets[2]?.rows).toContainEqual(['330127-xfj', '淳安县信访局']);
    },
  },
  exportRows: {
    caller: 'tianye',
    request: {},
    refusedFor: others,
    checkAnswer: async ({ fileName, file }) => {
      expect(fileName).toMatch(/^岗位-\d{4}-\d{2}-\d{2}\.xlsx$/);
      const { sheets } = await readXlsx(Buffer.from(file, 'base64'));
      expect(sheets[0]?.rows[1]).toEqual(['petition-examiner', '信访受理审查岗', '330127-xfj', 1]);
      // Importing the unchanged export again changes nothing.
      const preview = await system.done(postSheet.preview, { body: { file } });
      expect(preview).toMatchObject({ added: 0, changed: 0, same: 13, wrong: 0 });
    },
  },
  preview: {
    caller: 'tianye',
    request: async () => ({
      body: {
        file: await workbookOf([
          ['new-post', '新岗', '330127-xfj', 3],
          ['undertaker', '承办联络岗二', null, 13],
        ]),
      },
    }),
    refusedFor: others,
    invalidInputs: [
      { makeInvalid: () => ({ body: { file: '' } }), expectedProblems: [['file', '请选择要导入的文件']] },
      {
        makeInvalid: () => ({ body: { file: 'not base64!' } }),
        expectedProblems: [['file', '文件内容不是有效的Base64']],
      },
      {
        makeInvalid: () => ({ body: { file: base64(Buffer.from('岗位编码,岗位名称\n1,2\n')) } }),
        expectedProblems: [
          ['file', '不是 .xlsx 工作簿，请在表格软件中另存为“Excel 工作簿（.xlsx）”后重新选择'],
        ],
      },
      {
        makeInvalid: () => ({
          body: { file: base64(Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex')) },
        }),
        expectedProblems: [
          ['file', '是旧格式（.xls）或设有打开密码，请去除密码并另存为“Excel 工作簿（.xlsx）”后重新选择'],
        ],
      },
      {
        makeInvalid: () => ({
          body: { file: base64(Buffer.from('504b0304deadbeef'.padEnd(64, '0'), 'hex')) },
        }),
        expectedProblems: [
          ['file', '文件含有宏、外部链接等不安全的内容或已损坏，请把数据复制到模板中重新保存'],
        ],
      },
    ],
    checkAnswer: async (preview) => {
      expect(preview).toMatchObject({ added: 1, changed: 1, same: 0, wrong: 0, problems: [] });
      expect(preview.rows).toEqual([
        {
          row: 2,
          kind: 'added',
          key: 'new-post',
          name: '新岗',
          fields: [
            { title: '岗位编码', was: '', now: 'new-post', isKey: true },
            { title: '岗位名称', was: '', now: '新岗' },
            {
              title: '所属机构编码',
              was: '',
              now: '330127-xfj',
              names: { title: '所属机构', was: '', now: '淳安县信访局' },
            },
            { title: '顺序', was: '', now: '3' },
          ],
        },
        {
          row: 3,
          kind: 'changed',
          key: 'undertaker',
          name: '承办联络岗二',
          fields: [{ title: '岗位名称', was: '承办联络岗', now: '承办联络岗二' }],
        },
      ]);
      expect(await post('new-post')).toBeUndefined();
    },
  },
  apply: {
    caller: 'tianye',
    request: async () => {
      const file = await workbookOf([
        ['from-sheet', '表里来的岗'],
        ['petition-signer', '信访签批岗（县）', '330127-xfj', 3],
      ]);
      const { digest } = await system.done(postSheet.preview, { body: { file } });
      return { body: { file, digest } };
    },
    refusedFor: others,
    checkAnswer: async (answer) => {
      expect(answer).toEqual({ added: 1, changed: 1 });
      expect(await post('from-sheet')).toMatchObject({ id: 'from-sheet', name: '表里来的岗', org_id: null });
      expect(await post('petition-signer')).toMatchObject({
        id: 'petition-signer',
        name: '信访签批岗（县）',
      });
    },
  },
});

test('all problems are reported by row, and with one of them nothing is imported', async () => {
  const file = await workbookOf([
    ['good', '好岗'],
    ['坏 编码', '名'],
    ['petition-auditor', ''],
    ['lost', '无处', 'nowhere'],
    ['good', '又一个'],
  ]);
  const { digest, problems, wrong } = await system.done(postSheet.preview, { body: { file } });
  expect(wrong).toBe(4);
  expect(problems.map(({ row, column }) => [row, column])).toEqual([
    [3, '岗位编码'],
    [4, '岗位名称'],
    [5, '所属机构编码'],
    [6, '岗位编码'],
  ]);
  const refused = await system.call(postSheet.apply, { body: { file, digest } });
  expect(refused.body).toMatchObject({
    errcode: 400,
    problems: expect.arrayContaining([
      { field: '第5行 所属机构编码', message: '没有编码为“nowhere”的机构，或该机构已停用' },
      { field: '第6行 岗位编码', message: '“good”与第 2 行重复' },
    ]),
  });
  expect(await post('good')).toBeUndefined();
});

test('an import is refused when the data or the file changed after the preview', async () => {
  const file = await workbookOf([['undertaker', '承办岗']]);
  const { digest } = await system.done(postSheet.preview, { body: { file } });
  await db.updateTable('positions').set({ name: '别人改的' }).where('code', '=', 'undertaker').execute();
  const stale = await system.call(postSheet.apply, { body: { file, digest } });
  expect(stale.body).toMatchObject({ errcode: 40956, errmsg: '数据已变动，请重新预览' });
  const other = await workbookOf([['undertaker', '另一个文件']]);
  const newPreview = await system.done(postSheet.preview, { body: { file } });
  expect(
    (await system.call(postSheet.apply, { body: { file: other, digest: newPreview.digest } })).body.errcode,
  ).toBe(40956);
});

test('formulas and merged cells are reported, and hidden sheets are ignored', async () => {
  const file = base64(
    await writeXlsx({
      sheets: [
        { name: '藏起来的', hidden: true, rows: [['随便']] },
        {
          name: '岗位',
          rows: [head, ['one', null], ['two', '二岗'], ['three', '三岗']],
          cells: new Map([['1,1', { formula: 'A1&"x"', value: '算出来的' }]]),
          merges: [{ startRow: 2, startCol: 1, endRow: 3, endCol: 1 }],
        },
      ],
    }),
  );
  const { problems } = await system.done(postSheet.preview, { body: { file } });
  expect(problems).toEqual([
    { row: 2, column: '岗位名称', message: '是公式，请粘贴为数值' },
    { row: 3, column: '', message: '有合并的单元格，请取消合并后逐行填写' },
    { row: 4, column: '', message: '有合并的单元格，请取消合并后逐行填写' },
  ]);
});

test('texts that look like formulas stay texts in import and export', async () => {
  const file = await workbookOf([
    ['equals', '=1+1'],
    ['zeros', '0012'],
  ]);
  const { digest } = await system.done(postSheet.preview, { body: { file } });
  await system.done(postSheet.apply, { body: { file, digest } });
  const { file: out } = await system.done(postSheet.exportRows);
  const { sheets } = await readXlsx(Buffer.from(out, 'base64'));
  const rows = sheets[0]?.rows.filter(([code]) => code === 'equals' || code === 'zeros');
  expect(rows?.map(([, name]) => name)).toEqual(['=1+1', '0012']);
  expect(sheets[0]?.cells?.size ?? 0).toBe(0);
});

test('a spreadsheet with too many rows or columns is refused', async () => {
  const longRows = Array.from({ length: 5_001 }, (_, index) => [`p-${index}`, '岗']);
  const tooLong = await system.done(postSheet.preview, { body: { file: await workbookOf(longRows) } });
  expect(tooLong.problems).toEqual([{ row: 0, column: '', message: '最多导入 5000 行，请分成几个文件' }]);
  const wideFile = await workbookOf([Array.from({ length: 16_000 }, () => 'x')]);
  const tooWide = await system.done(postSheet.preview, { body: { file: wideFile } });
  expect(tooWide.wrong).toBe(1);
});

/** Returns cells with one long text repeated: small when compressed. */
const repeatedText = (rows: number, columns: number) =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => 'A'.repeat(30_000)));

test('a small file whose cells repeat a long text is refused by the total number of characters', async () => {
  const preview = async (rows: Rows) => {
    const file = await workbookOf(rows);
    expect(file.length).toBeLessThan(150_000);
    return (await system.call(postSheet.preview, { body: { file } })).body;
  };
  // At most 4,000 letters of a cell are read.
  expect(sheetLimits.maxCharacters).toBe(2_000 * 4_000);
  const refused = [{ field: 'file', message: '内容过多，请删去空白的行列或拆分后重新选择' }];
  expect((await preview(repeatedText(2_001, 1))).problems).toEqual(refused);
  expect((await preview(repeatedText(2_000, 20))).problems).toEqual(refused);
  expect((await preview(repeatedText(1_000, 1))).errcode).toBe(0);
});
