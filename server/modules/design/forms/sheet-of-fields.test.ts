import { readXlsx, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { fieldSheet, forms } from '#contract/forms.ts';
import { fieldColumns } from '#domain/forms/field-rows.ts';
import type { FieldModel, FormModel } from '#domain/forms/model.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const admin = office.as('xiaohan');
const others = { zhangwei: 403, liuyang: 403, tianye: 403, dongmei: 403, yuanyuan: 403 };

type Rows = NonNullable<WriteSheet['rows']>;
const head = fieldColumns.map(({ title }) => title);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const workbookOf = async (rows: Rows) =>
  base64(await writeXlsx({ sheets: [{ name: '表单字段', rows: [head, ...rows] }] }));
const row = (cells: Record<string, string | number>) =>
  head.map(
    (title) =>
      (
        ({ 表单编码: 'stall', 表单名称: '占道经营申请表', 类型: '单行文本', ...cells }) as Record<
          string,
          string | number
        >
      )[title] ?? null,
  );
const place = row({ 字段标识: 'place', 字段名称: '经营地点', 必填: '是' });
const previewOf = async (file: string) => {
  const { digest } = await admin.done(fieldSheet.preview, { body: { file } });
  return { body: { file, digest } };
};
const importRows = async (rows: Rows) =>
  admin.done(fieldSheet.apply, await previewOf(await workbookOf(rows)));
const problemsOf = async (rows: Rows) => {
  const { problems } = await admin.done(fieldSheet.preview, { body: { file: await workbookOf(rows) } });
  return problems.map((one) => `${one.row} ${one.column} ${one.message}`);
};
const versionOf = async (code: string) => {
  const { rows } = await admin.done(forms.list, {});
  return rows.find((form) => form.code === code)?.version ?? 0;
};
const fieldsOf = async (code: string) => {
  const id = `${code}:${await versionOf(code)}`;
  const { rows } = await admin.done(forms.versions, { query: { code } });
  const read = await admin.done(forms.version, { query: { id: rows[0]?.id ?? id } });
  return (read.model as FormModel).schema.fields;
};
const ids = (fields: readonly FieldModel[]) => fields.map(({ id }) => id);

describeCalls(office, fieldSheet, {
  template: {
    caller: 'xiaohan',
    request: {},
    refusedFor: others,
    checkAnswer: async ({ fileName, file }) => {
      expect(fileName).toBe('表单字段导入模板.xlsx');
      const { sheets } = await readXlsx(Buffer.from(file, 'base64'));
      expect(sheets[0]?.rows[0]?.slice(0, 5)).toEqual([
        '*表单编码',
        '*表单名称',
        '*字段标识',
        '*字段名称',
        '*类型',
      ]);
    },
  },
  exportRows: {
    caller: 'xiaohan',
    request: {},
    refusedFor: others,
    checkAnswer: async ({ file }) => {
      const { sheets } = await readXlsx(Buffer.from(file, 'base64'));
      const rows = sheets[0]?.rows ?? [];
      // The exported spreadsheet is imported again and changes nothing, in tables as well.
      const preview = await admin.done(fieldSheet.preview, { body: { file } });
      expect(preview).toMatchObject({ added: 0, changed: 0, same: rows.length - 1, wrong: 0 });
      expect(rows.some(([, , id]) => String(id).includes('.'))).toBe(true);
    },
  },
  preview: {
    caller: 'xiaohan',
    request: async () => ({ body: { file: await workbookOf([place]) } }),
    refusedFor: others,
    invalidInputs: [
      { makeInvalid: () => ({ body: { file: '' } }), expectedProblems: [['file', '请选择要导入的文件']] },
    ],
    checkAnswer: async (preview) => {
      expect(preview).toMatchObject({ added: 1, changed: 0, wrong: 0 });
      expect(await versionOf('stall')).toBe(0);
    },
  },
  apply: {
    caller: 'xiaohan',
    request: async () =>
      previewOf(
        await workbookOf([
          place,
          row({ 字段标识: 'goods', 字段名称: '物品', 类型: '表格' }),
          row({ 字段标识: 'goods.what', 字段名称: '名称' }),
          row({ 字段标识: 'goods.kind', 字段名称: '种类', 类型: '下拉选择', 选项: '早市|夜市=night' }),
        ]),
      ),
    refusedFor: others,
    checkAnswer: async (answer) => {
      expect(answer).toEqual({ added: 4, changed: 0 });
      expect(await versionOf('stall')).toBe(1);
      expect(await fieldsOf('stall')).toEqual([
        { id: 'place', title: '经营地点', 'x-component': 'single-line', required: true },
        {
          id: 'goods',
          title: '物品',
          'x-component': 'table',
          columns: [
            { id: 'what', title: '名称', 'x-component': 'single-line' },
            {
              id: 'kind',
              title: '种类',
              'x-component': 'select',
              options: [
                { label: '早市', value: '早市' },
                { label: '夜市', value: 'night' },
              ],
            },
          ],
        },
      ]);
      const { rows } = await admin.done(forms.list, {});
      expect(rows.find(({ code }) => code === 'stall')?.publishedBy).toBe('肖涵');
    },
  },
});

test('an import of fields publishes only changed forms, and keeps settings without a column', async () => {
  const before = await fieldsOf('permit-application');
  const letters = await versionOf('petition-letter');
  const { file } = await admin.done(fieldSheet.exportRows, {});
  const [, ...rows] = (await readXlsx(Buffer.from(file, 'base64'))).sheets[0]?.rows ?? [];
  const [first] = before;
  const changed = rows.map((cells) =>
    cells[0] === 'permit-application' && cells[2] === first?.id ? cells.with(3, '改过的名称') : cells,
  );
  expect(await importRows(changed as Rows)).toEqual({ added: 0, changed: 1 });
  expect(await versionOf('petition-letter')).toBe(letters);
  expect(await versionOf('permit-application')).toBe(2);
  expect(await fieldsOf('permit-application')).toEqual([
    { ...first, title: '改过的名称' },
    ...before.slice(1),
  ]);
});

test('the order column sets the final position of a field, up and down', async () => {
  const fieldRow = (id: string, order?: number) =>
    row({ 表单编码: 'places', 字段标识: id, 字段名称: id, ...(order !== undefined && { 顺序: order }) });
  await importRows(['a', 'b', 'c', 'd'].map((id) => fieldRow(id)));
  await importRows([fieldRow('b', 4)]);
  expect(ids(await fieldsOf('places'))).toEqual(['a', 'c', 'd', 'b']);
  await importRows([fieldRow('b', 1)]);
  expect(ids(await fieldsOf('places'))).toEqual(['b', 'a', 'c', 'd']);
  await importRows([fieldRow('e', 2), fieldRow('f')]);
  expect(ids(await fieldsOf('places'))).toEqual(['b', 'e', 'a', 'c', 'd', 'f']);
});

test('an import of fields reports all problems by row, and publishes no form', async () => {
  const rows = [
    row({ 表单编码: 'fine', 字段标识: 'place', 字段名称: '地点' }),
    row({ 表单编码: 'faulty', 字段标识: '1st', 字段名称: '地点' }),
    row({ 表单编码: 'faulty', 字段标识: 'kind', 字段名称: '种类', 类型: '下拉选择' }),
    row({ 表单编码: 'other', 表单名称: '甲', 字段标识: 'a', 字段名称: '甲', 选项: '甲' }),
    row({ 表单编码: 'other', 表单名称: '乙', 字段标识: 'none.b', 字段名称: '乙' }),
    row({ 表单编码: 'Upper', 字段标识: 'a', 字段名称: '甲' }),
    row({ 表单编码: 'permit-application', 字段标识: 'a', 字段名称: '甲', 类型: '没有这种' }),
  ];
  expect(await problemsOf(rows)).toEqual([
    '3  字段标识应以字母开头，只含字母和数字',
    '5 选项 “单行文本”没有选项，请清空',
    '6 表单名称 与第 5 行的“甲”不一致',
    '6 字段标识 没有标识为“none”的表格、列表或对象',
    '7 表单编码 表单编码应以小写字母开头，由小写字母、数字和连字符组成',
    expect.stringMatching(/^8 类型 没有“没有这种”/),
  ]);
  const file = await workbookOf(rows);
  const { body } = await admin.call(fieldSheet.apply, { body: { file, digest: 'x' } });
  expect(body.errcode).toBe(400);
  expect(await versionOf('fine')).toBe(0);
});

test('an import cannot remove encryption or masking from a field', async () => {
  const phone = { 字段标识: 'phone', 字段名称: '电话' };
  await importRows([row({ 表单编码: 'sealed', ...phone, 加密存储: '是', 脱敏: '手机号码' })]);
  expect(await problemsOf([row({ 表单编码: 'sealed', ...phone })])).toEqual([
    '2  字段“电话”已加密存储，不能取消加密',
    '2  字段“电话”已脱敏显示，不能取消脱敏',
  ]);
});
