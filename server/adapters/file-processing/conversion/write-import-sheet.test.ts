import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { writeImportSheet } from './write-import-sheet.ts';

test('codes are listed side by side, and a cut or empty list is marked as such', async () => {
  const bytes = await writeImportSheet({
    work: 'writeSheet',
    name: '人员',
    columns: [
      { title: '岗位编码', required: true, kind: '', hint: '', example: '', choices: ['a'], isText: true },
    ],
    rows: [],
    maxRows: 10,
    codes: [
      {
        title: '岗位',
        rows: [
          ['sign', '签发岗'],
          ['=1+1', '审查岗'],
        ],
        isCut: true,
      },
      { title: '窗口', rows: [], isCut: false },
    ],
  });
  const { sheets } = await readXlsx(bytes);
  expect(sheets.map(({ name }) => name)).toEqual(['人员', '填写说明', '编码对照', '选项']);
  const [head, ...rows] = sheets[2]?.rows ?? [];
  expect(head).toEqual(['岗位编码', '岗位名称', '窗口编码', '窗口名称']);
  expect(rows[0]?.slice(0, 4)).toEqual(['sign', '签发岗', null, '还没有窗口']);
  expect(rows[2]?.[1]).toBe('只列出前 2 个，其余请在“岗位”的页面上查看');
});
