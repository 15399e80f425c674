import { type CellObject, utils, write } from '@e965/xlsx';
import { writeXlsx } from 'hucre/xlsx';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FilePreview } from '#contract/file-previews.ts';
import { previewLimits } from '#domain/uploads/preview-limits.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { pngOf, xlsOf } from '#test/world/office-files.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { uploadTo } from '#test/world/upload.ts';
import { storeFile } from './service.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
]);
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
let token = '';
beforeEach(async () => {
  token = await portal.signIn('zhang');
});

async function upload(name: string, bytes: Uint8Array): Promise<string> {
  const { body } = await uploadTo(address, token, [{ name, bytes }]);
  expect(body.errmsg).toBeUndefined();
  return (body.data as unknown as { rows: { id: string }[] }).rows[0]?.id ?? '';
}
const check = (id: string, as = token) =>
  portal.call(`/api/files/${id}/preview-data`, as === '' ? {} : { token: as });
async function preview(name: string, bytes: Uint8Array): Promise<FilePreview> {
  const { body } = await check(await upload(name, bytes));
  expect(body.errmsg).toBeUndefined();
  return body.data as unknown as FilePreview;
}
const bytesOfHex = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

test.each(['说明.txt', '名单.csv'])(
  '%s is accepted for a field of a form, and refused as a material (S2 §5)',
  async (name) => {
    const send = (path: string) => uploadTo(address, token, [{ name, bytes: Buffer.from('电梯') }], path);
    const { status, body } = await send('/file/files?dirType=materials');
    expect([status, body.errmsg]).toEqual([400, '格式错误！请重新上传']);
    expect((await send('/file/files')).status).toBe(200);
  },
);

describe('GET /api/files/:id/preview-data', () => {
  test('requires a session', async () => {
    expect((await check(await upload('a.txt', Buffer.from('a')), '')).status).toBe(401);
  });

  test('returns 404 for a file of another person', async () => {
    const id = await upload('a.txt', Buffer.from('a'));
    expect((await check(id, await portal.signIn('li'))).status).toBe(404);
  });

  test('refuses files that are not spreadsheets or texts, and files that are too large', async () => {
    const picture = await check(await upload('a.png', pngOf()));
    expect([picture.status, picture.body.errmsg]).toEqual([400, '这种格式不能在线预览']);
    const large = await upload('大.csv', Buffer.alloc(29 * 1_048_576, 'a'));
    await portal.context.db
      .updateTable('files')
      .set({ size: 31 * 1_048_576 })
      .where('id', '=', large)
      .execute();
    expect((await check(large)).body.errmsg).toBe('表格超过 30 MB，不在线预览，请下载后查看');
  });

  test('shows a workbook as a spreadsheet program does', async () => {
    const book = await writeXlsx({
      sheets: [
        {
          name: '台账',
          rows: [
            ['姓名', '日期', '金额', '比例', '编号', '办结'],
            ['张三', new Date(Date.UTC(2026, 2, 2, 1, 5)), 12345.678, 0.256, '110101199003070011', true],
            ['合计', null, 0.1 + 0.2, null, null, null],
          ],
          columns: [
            { width: 20 },
            { width: 12, numFmt: 'yyyy"年"m"月"d"日"' },
            { numFmt: '#,##0.00' },
            { numFmt: '0.0%' },
          ],
          freezePane: { rows: 1 },
          merges: [{ startRow: 2, startCol: 0, endRow: 2, endCol: 1 }],
        },
        { name: '空', rows: [] },
        { name: '隐藏', rows: [['不显示']], hidden: true },
      ],
    });
    expect(await preview('台账.xlsx', book)).toEqual({
      kind: 'sheet',
      sheetsLeftOut: 1,
      sheets: [
        {
          name: '台账',
          widths: [20, 12],
          rows: [
            { cells: ['姓名', '日期', '金额', '比例', '编号', '办结'], numbers: [] },
            {
              cells: ['张三', '2026年3月2日', '12,345.68', '25.6%', '110101199003070011', 'TRUE'],
              numbers: [1, 2, 3],
            },
            { cells: ['合计', '', '0.30'], numbers: [2] },
          ],
          merges: [{ top: 2, left: 0, bottom: 2, right: 1 }],
          frozenRows: 1,
          isCut: false,
        },
        { name: '空', widths: [], rows: [], merges: [], frozenRows: 0, isCut: false },
      ],
    });
  });

  test.each(['xlsx', 'xls'] as const)('shows cells of an %s in Chinese formats', async (format) => {
    const examples: readonly (readonly [value: string | number, format: string, text: string])[] = [
      [12345, '[DBNum2][$-804]General', '壹万贰仟叁佰肆拾伍'],
      [0.5, 'h"时"mm"分";@', '12时00分'],
      [45000, '[$-804]aaaa;@', '星期三'],
      [45000.75, '上午/下午h"时"mm"分"', '下午6时00分'],
      ['文本', '@"（盖章）"', '文本（盖章）'],
      [5, '000', '005'],
      [602547507747, 'General', '602547507747'],
      [330127850612123, 'General', '330127850612123'],
    ];
    const sheet = utils.aoa_to_sheet(examples.map(([value]) => [value]));
    for (const [row, [, z]] of examples.entries()) (sheet[`A${row + 1}`] as CellObject).z = z;
    const bookType = format === 'xls' ? 'biff8' : 'xlsx';
    const book = write({ SheetNames: ['格式'], Sheets: { 格式: sheet } }, { type: 'buffer', bookType });
    const { sheets } = (await preview(`格式.${format}`, book)) as Extract<FilePreview, { kind: 'sheet' }>;
    expect(sheets[0]?.rows.map(({ cells }) => cells[0])).toEqual(examples.map(([, , text]) => text));
  });

  test('cuts off what is too long, and marks it', async () => {
    const row = Array.from({ length: 120 }, (_, column) => `${column}`);
    const book = await writeXlsx({ sheets: [{ name: '长', rows: Array.from({ length: 2500 }, () => row) }] });
    const longSheet = await preview('长.xlsx', book);
    const [sheet] = longSheet.kind === 'sheet' ? longSheet.sheets : [];
    expect(sheet?.rows).toHaveLength(previewLimits.cells / previewLimits.columns);
    expect(sheet?.rows[0]?.cells).toHaveLength(previewLimits.columns);
    expect(sheet?.isCut).toBe(true);
    const text = await preview('长.txt', Buffer.alloc(previewLimits.textBytes + 1, 'a'));
    expect(text).toMatchObject({ text: 'a'.repeat(previewLimits.textBytes), isCut: true });
  });

  test('opens workbooks of old programs, and CSV in GB18030', async () => {
    expect(await preview('旧.xls', xlsOf())).toMatchObject({ kind: 'sheet' });
    const gb = bytesOfHex('d0d5c3fb 2c b5d8d6b7 0d0a d5c5c8fd 2c 22 bcd7 2c d2d2 22');
    expect(await preview('名单.csv', gb)).toMatchObject({
      sheets: [{ rows: [{ cells: ['姓名', '地址'] }, { cells: ['张三', '甲,乙'] }], isCut: false }],
    });
  });

  test.each([
    ['UTF-8', 'e58a9e', 'UTF-8', '办'],
    ['UTF-8 with a byte order mark', 'efbbbf e58a9e', 'UTF-8', '办'],
    ['GB18030', 'b0ecbcfe', 'GB18030', '办件'],
    ['UTF-16', 'fffe 9e52', 'UTF-16', '办'],
    ['UTF-8 that begins with the first letters of a program', '4d5a e58a9e', 'UTF-8', 'MZ办'],
  ])('shows a text in %s', async (_case, hex, encoding, text) => {
    expect(await preview('说明.txt', bytesOfHex(hex))).toEqual({
      kind: 'text',
      text,
      encoding,
      isCut: false,
    });
  });

  test('reports a damaged file, and continues', async () => {
    const actor = await getActor(portal.context, 'zhang');
    if (!actor) throw new Error('Nobody');
    const damagedFile = { name: '坏.xlsx', bytes: Buffer.from('PK\u0003\u0004 nothing'), contentType: 'x' };
    const { id } = await storeFile(portal.context, actor, damagedFile, 'r');
    expect((await check(id)).body.errmsg).toBe('文件已损坏或无法读取，请下载后查看');
    expect(await preview('a.txt', Buffer.from('a'))).toMatchObject({ text: 'a' });
  });

  test('records one download for repeated previews, with the page (S2 §2)', async () => {
    const id = await upload('记.txt', Buffer.from('a'));
    for (let round = 0; round < 2; round += 1) {
      await portal.call(`/api/files/${id}/preview-data?pagePath=/todo/1`, { token });
    }
    const links = await portal.context.db
      .selectFrom('audit_links')
      .select('detail')
      .where('action', '=', 'file.download')
      .where('object_id', '=', id)
      .execute();
    expect(links).toHaveLength(1);
    expect(JSON.stringify(links)).toContain('材料附件');
  });
});
