import { describe, expect, test } from 'vitest';
import { runAllChunks } from '../chunks.ts';
import { compareRows } from './compare-rows.ts';
import type { ImportColumn } from './import-sheet.ts';
import type { RawCell, RawSheet } from './raw-sheet.ts';
import { readSheetRows } from './read-sheet-rows.ts';

const emptyTexts = { hint: '', example: '' };
const columns: readonly ImportColumn[] = [
  { key: 'code', title: '编码', kind: 'code', required: true, ...emptyTexts },
  { key: 'name', title: '名称', kind: 'text', required: true, limit: 4, ...emptyTexts },
  { key: 'kind', title: '类别', kind: 'choice', choices: ['机构', '部门'], ...emptyTexts },
  { key: 'tags', title: '标签', kind: 'list', ...emptyTexts },
  { key: 'order', title: '顺序', kind: 'number', max: 99, ...emptyTexts },
  { key: 'since', title: '启用日期', kind: 'day', ...emptyTexts },
  { key: 'number', title: '证件号', kind: 'text', isSecret: true, ...emptyTexts },
];
const head: RawCell[] = ['*编码', '名称', '类别', '标签', '顺序', '启用日期', '证件号'];
const sheet = (rows: RawCell[][], more: Partial<RawSheet> = {}): RawSheet => ({
  name: '表',
  rows,
  mergedRows: [],
  isCut: false,
  ...more,
});
const problemsOf = (raw: RawSheet) =>
  runAllChunks(readSheetRows(columns, raw)).problems.map(
    ({ row, column, message }) => `${row} ${column} ${message}`,
  );

test('a stored name that contains a separator is not split', () => {
  const roles: readonly ImportColumn[] = [
    { key: 'code', title: '编码', kind: 'code', required: true, ...emptyTexts },
    { key: 'roles', title: '角色', kind: 'list', choices: ['甲', '乙', '甲、乙'], ...emptyTexts },
  ];
  const read = (cell: string) =>
    runAllChunks(
      readSheetRows(
        roles,
        sheet([
          ['*编码', '角色'],
          ['a', cell],
        ]),
      ),
    );
  expect(read('甲、乙').problems.map(({ message }) => message)).toEqual([
    '“甲、乙”的名称含有分隔符号，请先改名',
  ]);
  expect(read('乙；甲').rows[0]?.values.roles).toEqual(['乙', '甲']);
});

describe('reading of an uploaded sheet', () => {
  test('reads every kind of column in every cell type of a spreadsheet', () => {
    const { rows, problems } = runAllChunks(
      readSheetRows(
        columns,
        sheet([
          head,
          ['a-1', ' 甲 ', '机构', '一、二，一', 3, { day: '2026-03-01' }, 330127],
          [],
          ['a-2', '乙', null, null, '12', '2026年3月9日', null],
        ]),
      ),
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      {
        row: 2,
        values: {
          code: 'a-1',
          name: '甲',
          kind: '机构',
          tags: ['一', '二'],
          order: 3,
          since: '2026-03-01',
          number: '330127',
        },
      },
      {
        row: 4,
        values: {
          code: 'a-2',
          name: '乙',
          kind: null,
          tags: [],
          order: 12,
          since: '2026-03-09',
          number: null,
        },
      },
    ]);
  });

  test('reports all problems at once, by row and column', () => {
    expect(
      problemsOf(
        sheet(
          [
            head,
            ['有空 格', '五个字的名', '科室', null, 100, '三月一日', { problem: 'formula' }],
            [null, { day: '2026-01-02' }, null, null, 1.5, { problem: 'error' }, 123456789012345680],
            ['b', '乙', null, null, null, null, null, '多出来的'],
          ],
          { mergedRows: [3] },
        ),
      ),
    ).toEqual([
      '3  有合并的单元格，请取消合并后逐行填写',
      '2 编码 只能由字母、数字和短横线组成，不以短横线开头或结尾，不超过64个字符',
      '2 名称 不能超过4个字符',
      '2 类别 没有“科室”，可填：机构、部门',
      '2 顺序 应为 0 到 99 的整数',
      '2 启用日期 不是日期，请按 2026-03-01 的样式填写',
      '2 证件号 是公式，请粘贴为数值',
      '3 编码 不能为空',
      '3 名称 已被表格软件转换为日期，请将单元格设为文本后重新填写',
      '3 顺序 应为 0 到 99 的整数',
      '3 启用日期 是错误值，请重新填写',
      '3 证件号 为小数或过长的数字，数值已不准确，请将单元格设为文本后重新填写',
      '4  在没有表头的列中填有内容',
    ]);
  });

  test('reports only the header problems when the header is invalid', () => {
    expect(problemsOf(sheet([['\ufeff编 码', '类别', '类别', '备注'], ['坏 码']]))).toEqual([
      '1 类别 这一列出现了两次',
      '1 备注 没有这一列，请按模板的表头填写',
      '1 名称 缺少这一列，请使用模板',
    ]);
  });

  test('rejects an empty sheet and one with too many rows', () => {
    expect(problemsOf(sheet([head, [null, '  ']]))).toEqual(['0  表中没有数据，请从第 2 行开始填写']);
    expect(problemsOf(sheet([head, ['a', '甲']], { isCut: true }))).toEqual([
      '0  最多导入 5000 行，请分成几个文件',
    ]);
  });
});

describe('comparison of sheet rows with stored rows', () => {
  const rowsOf = (...cells: RawCell[][]) =>
    runAllChunks(readSheetRows(columns, sheet([head, ...cells]))).rows;
  const storedRows = [
    { code: 'a', name: '甲', kind: '机构', tags: ['二', '一'], order: 1, since: null, number: null },
    { code: 'z', name: '末', kind: null, tags: [], order: 9, since: null, number: null },
  ];

  test('distinguishes added, changed and unchanged rows, and ignores rows that are not in the sheet', () => {
    const { changes, problems } = runAllChunks(
      compareRows(
        { columns, keys: ['code'] },
        rowsOf(
          ['a', '甲', '部门', '一、二', 1],
          ['b', '乙', null, null, null, null, '330127'],
          ['z', '末', null, null, 9],
        ),
        storedRows,
      ),
    );
    expect(problems).toEqual([]);
    expect(changes.map(({ key, kind, fields }) => [key, kind, fields])).toEqual([
      ['a', 'changed', [{ title: '类别', was: '机构', now: '部门' }]],
      [
        'b',
        'added',
        [
          { title: '编码', was: '', now: 'b' },
          { title: '名称', was: '', now: '乙' },
          { title: '证件号', was: '', now: '已填写' },
        ],
      ],
      ['z', 'same', []],
    ]);
  });

  test('keeps the values of a column that is not in the sheet', () => {
    const raw = sheet([
      ['编码', '名称'],
      ['a', '甲甲'],
    ]);
    const { changes } = runAllChunks(
      compareRows({ columns, keys: ['code'] }, runAllChunks(readSheetRows(columns, raw)).rows, storedRows),
    );
    expect(changes[0]?.values).toEqual({ ...storedRows[0], name: '甲甲' });
  });

  test('reports both rows of a duplicate key', () => {
    const { problems } = runAllChunks(
      compareRows({ columns, keys: ['code'] }, rowsOf(['a', '甲'], ['a', '乙']), storedRows),
    );
    expect(problems).toEqual([{ row: 3, column: '编码', message: '“a”与第 2 行重复' }]);
  });
});
