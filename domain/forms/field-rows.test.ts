import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runAllChunks } from '../chunks.ts';
import { compareRows } from '../sheets/compare-rows.ts';
import type { SheetRow } from '../sheets/import-sheet.ts';
import { readSheetRows } from '../sheets/read-sheet-rows.ts';
import { fieldColumns, fieldOfRow, optionsInFormText, problemsOfRow, rowOfField } from './field-rows.ts';
import type { FieldModel, FormModel } from './model.ts';

const text: FieldModel = { id: 'place', title: '经营地点', 'x-component': 'single-line' };
const changedField = (field: FieldModel, change: object) =>
  fieldOfRow(field, field.id, { ...rowOfField(field, 1), ...change });

test('a field of the seeded forms is unchanged after conversion to a sheet row and back', () => {
  const forms = ['petition-letter', 'congress-proposal', 'permit-application'].map(
    (name): FormModel => JSON.parse(readFileSync(`server/seeds/data/forms/${name}.json`, 'utf8')),
  );
  const fields = forms.flatMap(({ schema }) =>
    schema.fields.flatMap((field) => [field, ...(field.columns ?? [])]),
  );
  expect(fields.length).toBeGreaterThan(40);
  for (const field of fields) {
    expect(changedField(field, {})).toEqual(field);
    expect(problemsOfRow(rowOfField(field, 1))).toEqual([]);
  }
});

test('an exported row is imported again without changes', () => {
  const fields: FieldModel[] = [
    { ...text, help: '写明\n路段', rules: [{ rule: 'maxLength', value: 50 }, { rule: 'mobile' }] },
    { ...text, id: 'kind', 'x-component': 'radio', options: [{ value: 'a', label: '甲' }] },
    { ...text, id: 'odd', 'x-component': 'select', options: [{ value: 'a|b', label: '甲=乙' }] },
    { ...text, id: 'phone', 'x-secret': true, 'x-secret-rule': 'mobile', 'x-encryption': true },
  ];
  const storedRows = fields.map(
    (field, index): SheetRow => ({
      form: 'stall',
      formName: '申请表',
      id: field.id,
      ...rowOfField(field, index + 1),
    }),
  );
  const rows = [
    fieldColumns.map(({ title }) => title),
    ...storedRows.map((row) =>
      fieldColumns.map(({ key }) => (row as Record<string, unknown>)[key] as string | number | null),
    ),
  ];
  const sheet = runAllChunks(
    readSheetRows(fieldColumns, { name: '表单字段', rows, mergedRows: [], isCut: false }),
  );
  expect(sheet.problems).toEqual([]);
  const { changes } = runAllChunks(
    compareRows({ columns: fieldColumns, keys: ['form', 'id'] }, sheet.rows, storedRows),
  );
  expect(changes.map(({ kind }) => kind)).toEqual(['same', 'same', 'same', 'same']);
  expect(storedRows[2]?.options).toBe(optionsInFormText);
  expect(
    changes.map(({ values }, index) => fieldOfRow(fields[index], fields[index]?.id ?? '', values)),
  ).toEqual(fields);
});

test('a row changes only the properties that differ', () => {
  const linked: FieldModel = {
    ...text,
    default: '甲',
    rules: [{ rule: 'pattern', value: '^a' }],
    linkage: [{ when: { field: 'kind', is: 'exists' }, effects: ['show'] }],
  };
  expect(changedField(linked, { title: '地点', required: '是', most: 20 })).toEqual({
    ...linked,
    title: '地点',
    required: true,
    rules: [
      { rule: 'pattern', value: '^a' },
      { rule: 'maxLength', value: 20 },
    ],
  });
  expect(changedField(text, { format: '手机号码', mask: '手机号码', encrypted: '是' })).toEqual({
    ...text,
    rules: [{ rule: 'mobile' }],
    'x-secret': true,
    'x-secret-rule': 'mobile',
    'x-encryption': true,
  });
  expect(changedField(text, { kind: '下拉选择', options: '早市 | 夜市=night' })).toEqual({
    ...text,
    'x-component': 'select',
    options: [
      { label: '早市', value: '早市' },
      { label: '夜市', value: 'night' },
    ],
  });
});

test('a new field follows its row, and a cell that its kind does not have is a problem', () => {
  expect(fieldOfRow(undefined, 'many', { title: '数量', kind: '数字', required: null })).toEqual({
    id: 'many',
    title: '数量',
    'x-component': 'number',
  });
  expect(problemsOfRow({ kind: '数字', options: '甲', most: 3, format: '手机号码' })).toEqual([
    { key: 'options', message: '“数字”没有选项，请清空' },
    { key: 'most', message: '“数字”没有最多字数，请清空' },
    { key: 'format', message: '“数字”没有格式，请清空' },
  ]);
});
