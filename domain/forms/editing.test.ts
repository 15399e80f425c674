import { describe, expect, test } from 'vitest';
import { compileForm } from './compile.ts';
import {
  boundOf,
  formatOf,
  newField,
  newForm,
  optionLines,
  readOptionLines,
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
