import { describe, expect, test } from 'vitest';
import { compileForm } from './compile.ts';
import {
  boundOf,
  formatOf,
  newField,
  newForm,
  optionLines,
  optionTreeLines,
  readOptionLines,
  readOptionTree,
  withBound,
  withFormat,
  withKind,
} from './editing.ts';
import { formChanges } from './form-changes.ts';
import type { FieldModel } from './model.ts';
import { removedProtections } from './protection.ts';

const withTitle = (field: FieldModel): FieldModel => ({ ...field, title: '字段' });
const formOf = (...fields: FieldModel[]) => ({ ...newForm('stall', '占道经营申请表'), schema: { fields } });

describe('form editing', () => {
  test('creates fields that compile as soon as they are named, for all kinds', () => {
    const first = withTitle(newField([]));
    const choice = {
      ...withTitle(withKind(newField([first]), 'select')),
      options: readOptionLines('早市\n夜市=night'),
    };
    const table = withTitle(withKind(newField([first, choice]), 'table'));
    const fields = [first, choice, { ...table, columns: (table.columns ?? []).map(withTitle) }];
    expect(Array.isArray(compileForm(formOf(...fields)))).toBe(false);
    expect(fields.map(({ id }) => id)).toEqual(['field1', 'field2', 'field3']);
  });

  test('reads options back as they were written', () => {
    const options = readOptionLines(' 早市 \n\n夜市 = night');
    expect(options).toEqual([
      { label: '早市', value: '早市' },
      { label: '夜市', value: 'night' },
    ]);
    expect(readOptionLines(optionLines(options))).toEqual(options);
  });

  test('reads a tree of options from the beginnings of the lines, and writes it again', () => {
    const options = readOptionTree('食品=food\n  熟食\n\t　卤味\n　水果\n图书');
    expect(options).toEqual([
      {
        label: '食品',
        value: 'food',
        children: [
          { label: '熟食', value: '熟食', children: [{ label: '卤味', value: '卤味' }] },
          { label: '水果', value: '水果' },
        ],
      },
      { label: '图书', value: '图书' },
    ]);
    expect(readOptionTree(optionTreeLines(options))).toEqual(options);
    expect(readOptionTree('    食品\n      熟食')).toEqual([
      { label: '食品', value: '食品', children: [{ label: '熟食', value: '熟食' }] },
    ]);
    const tree = { id: 'x', title: '类别', 'x-component': 'tree-select', options };
    expect(withKind(tree, 'cascader-select').options).toEqual(options);
    expect(withKind(tree, 'select').options?.map(({ label }) => label)).toEqual([
      '食品',
      '熟食',
      '卤味',
      '水果',
      '图书',
    ]);
  });

  test('keeps rules that the editor does not show', () => {
    const pattern = { rule: 'pattern' as const, value: '^A' };
    const field = withBound(withFormat({ ...newField([]), rules: [pattern] }, 'mobile'), 'maxLength', 20);
    expect(formatOf(field)).toBe('mobile');
    expect(boundOf(field, 'maxLength')).toBe(20);
    expect(withBound(withFormat(field, null), 'maxLength', null).rules).toEqual([pattern]);
  });

  test('removes properties that the new kind of the field does not have', () => {
    const field = withKind(
      { ...newField([]), rules: [{ rule: 'mobile' }], default: 'x', help: '说明' },
      'number',
    );
    expect(field).toEqual({ id: 'field1', title: '', 'x-component': 'number', help: '说明' });
  });
});

describe('next version of a form', () => {
  const secret: FieldModel = {
    ...withTitle(newField([])),
    'x-encryption': true,
    'x-secret': true,
    'x-secret-rule': 'mobile',
  };

  test('cannot remove encryption or masking from a field that remains', () => {
    const problems = removedProtections(formOf(secret), formOf(withTitle(newField([]))));
    expect(problems.map(({ field, message }) => `${field} ${message}`)).toEqual([
      'field1 字段“字段”已加密存储，不能取消加密',
      'field1 字段“字段”已脱敏显示，不能取消脱敏',
    ]);
    expect(removedProtections(formOf(withTitle(newField([]))), formOf(secret))).toEqual([]);
    expect(removedProtections(formOf(secret), formOf({ ...secret, id: 'other' }))).toEqual([]);
  });

  test('lists its changes field by field, independent of the order of keys', () => {
    const before = formOf(secret, { ...withTitle(newField([])), id: 'b', help: '甲' });
    const swapped = JSON.parse(
      JSON.stringify(
        before,
        Object.keys(secret)
          .concat('schema', 'globalConfig', 'fields', 'code', 'title', 'columns', 'allowEdit', 'help')
          .sort(),
      ),
    );
    expect(formChanges(before, swapped)).toEqual([]);
    const after = formOf(secret, { ...withTitle(newField([])), id: 'b', help: '乙' });
    expect(formChanges(before, after)).toEqual([
      { part: '字段“字段”', before: '单行文本；说明：甲', after: '单行文本；说明：乙' },
    ]);
  });

  test('describes every setting of a field in words', () => {
    const base = { ...withTitle(newField([])), id: 'a', title: '来信标题' };
    const kind = {
      ...withTitle(withKind(newField([]), 'radio')),
      id: 'kind',
      title: '来源',
      options: [{ value: '1', label: '来信' }],
    };
    const textOf = (change: Partial<FieldModel>) =>
      formChanges(formOf(base, kind), formOf({ ...base, ...change }, kind)).map(({ after }) => after);
    const when = { and: [{ field: 'kind', is: 'equals' as const, value: '1' }] };
    const settings: [Partial<FieldModel>, string][] = [
      [
        { required: true, rules: [{ rule: 'maxLength', value: 100 }], width: 'full' },
        '必填；最多 100 字；整行',
      ],
      [
        { width: 'half', rules: [{ rule: 'minLength', value: 2, message: '太短' }] },
        '最少 2 字（提示：太短）；半行',
      ],
      [
        {
          rules: [
            { rule: 'min', value: 1 },
            { rule: 'max', value: 9 },
          ],
        },
        '不小于 1；不大于 9',
      ],
      [{ rules: [{ rule: 'certificate', category: '10' }] }, '格式：居民身份证号码'],
      [{ rules: [{ rule: 'certificate', categoryField: 'kind' }] }, '格式：“来源”所选证件的号码'],
      [
        { rules: [{ rule: 'phone' }, { rule: 'pattern', value: '^A' }] },
        '格式：手机号码或固定电话；格式：^A',
      ],
      [
        {
          rules: [
            { rule: 'dateFrom', field: 'kind' },
            { rule: 'dateTo', value: 'today' },
          ],
        },
        '不早于 “来源”；不晚于当天',
      ],
      [{ 'x-encryption': true, 'x-secret': true, 'x-secret-rule': 'name' }, '加密存储；按姓名脱敏'],
      [{ 'x-applicant': 'mobile', help: '甲' }, '取自申请人：手机号码；说明：甲'],
      [{ default: 'today' }, '默认值：填写当天'],
      [
        { linkage: [{ when, effects: ['show', 'require', { setValue: '甲' }] }] },
        '联动：当“来源”等于“来信”时：显示、必填、填入“甲”',
      ],
      [
        {
          'x-props': {
            placeholder: '甲',
            rows: 2,
            precision: 1,
            unit: '米',
            multiple: true,
            level: 3,
            minLevel: 2,
          },
        },
        '输入提示：甲；显示 2 行；小数 1 位；单位：米；可以选择多个；可选到县级；至少选到市级',
      ],
      [
        { 'x-props': { minRows: 1, maxRows: 2, maxCount: 3, maxSizeMb: 4, accept: ['pdf', 'ofd'] } },
        '最少 1 行；最多 2 行；最多 3 个文件；每个文件最大 4 MB；文件类型：pdf、ofd',
      ],
    ];
    for (const [change, text] of settings) expect(textOf(change)).toEqual([`单行文本；${text}`]);
    expect(textOf({ 'x-encryption': false, required: false })).toEqual([]);
  });

  test('distinguishes a new name from a new order, and lists only the fields that moved', () => {
    const field = (id: string, title = id) => ({ ...withTitle(newField([])), id, title });
    const before = formOf(field('a'), field('b'), field('c'), field('d'));
    expect(formChanges(before, formOf(field('a'), field('b', '乙'), field('c'), field('d')))).toEqual([
      { part: '字段“乙”的名称', before: 'b', after: '乙' },
    ]);
    expect(formChanges(before, formOf(field('a'), field('c'), field('b'), field('d')))).toEqual([
      { part: '字段顺序', before: 'b、c', after: 'c、b' },
    ]);
    const added = formChanges(before, formOf(field('e'), field('a'), field('b'), field('c'), field('d')));
    expect(added).toEqual([{ part: '字段“e”', before: '', after: '单行文本' }]);
  });
});
