import { describe, expect, test } from 'vitest';
import { fullAuthority } from './authority.ts';
import { compileNewForm } from './compile-new.ts';
import { initialValues } from './compiled-form.ts';
import { onlyOptionDefaults, todayDefaults } from './default-values.ts';
import { evaluateLinkage } from './linkage.ts';
import { mergeSubmission } from './merge.ts';
import type { FieldModel } from './model.ts';
import { buildForm, buildModel } from './test-forms.ts';

const day: FieldModel = { id: 'day', title: '答复日期', 'x-component': 'date', default: 'today' };
const onlyOptionField: FieldModel = {
  id: 'way',
  title: '方式',
  'x-component': 'select',
  required: true,
  options: [{ value: 'letter', label: '信函' }],
};

describe('default value today', () => {
  const form = buildForm([day, { ...day, id: 'other', default: '2026-01-01' }]);
  const offered = (values: object, authority: object) =>
    todayDefaults(form, values as never, authority as never, '2026-11-28');

  test('is empty before the field is filled in', () => {
    expect(initialValues(form)).toEqual({ day: '', other: '2026-01-01' });
  });

  test('is offered when the field is empty and this node can edit it', () => {
    expect(offered({}, { '*': 2 })).toEqual({ day: '2026-11-28' });
    expect(offered({ day: '' }, { day: 2 })).toEqual({ day: '2026-11-28' });
    expect(offered({ day: '2026-11-01' }, { '*': 2 })).toEqual({});
    expect(offered({}, { '*': 1 })).toEqual({});
  });

  test('is not offered again when a person has emptied the field', () => {
    const emptied = mergeSubmission(form, { day: '' }, { day: null }, fullAuthority);
    expect([emptied.values.day, emptied.changed]).toEqual([null, ['day']]);
    expect(offered(emptied.values, { '*': 2 })).toEqual({});
    // An empty text that comes back unchanged is no input.
    expect(mergeSubmission(form, { day: '' }, { day: '' }, fullAuthority).changed).toEqual([]);
    expect(mergeSubmission(form, { day: null }, { day: '' }, fullAuthority).changed).toEqual([]);
    const filled = mergeSubmission(form, { day: null }, { day: '2026-11-02' }, fullAuthority);
    expect(filled.values.day).toBe('2026-11-02');
  });

  test('is not offered in a read-only field with an edit link', () => {
    expect(todayDefaults(buildForm([day], ['day']), {}, { '*': 1 }, '2026-11-28')).toEqual({});
  });

  test('is the only default of a date besides a real date when a form is published', () => {
    const problemsOf = (value: string) => {
      const compiled = compileNewForm(buildModel([{ ...day, default: value }]));
      return Array.isArray(compiled) ? compiled : [];
    };
    expect(problemsOf('today')).toEqual([]);
    expect(problemsOf('2026-02-29')).toEqual([
      { field: 'day', message: '默认值应为日期，或填写 today 表示当天' },
    ]);
  });
});

test('an emptied default is stored as empty, also where nothing was stored before', () => {
  const fields: FieldModel[] = [
    { id: 'note', title: '说明', 'x-component': 'single-line', default: '无' },
    { id: 'count', title: '人数', 'x-component': 'number', default: 0 },
    { id: 'plain', title: '备注', 'x-component': 'single-line' },
  ];
  const sent = { note: '', count: null, plain: '' };
  const { values, changed } = mergeSubmission(buildForm(fields), {}, sent, fullAuthority);
  expect(values).toEqual({ note: '', count: null });
  expect(changed).toEqual(['note', 'count']);
});

test.each<[Partial<FieldModel>, string | undefined]>([
  [{ 'x-component': 'switch', default: false }, undefined],
  [{ 'x-component': 'switch', default: 'false' }, '默认值与字段类型不符'],
  [{ 'x-component': 'slider', default: 0 }, undefined],
  [{ 'x-component': 'slider', default: 101 }, '默认值有误：请选择 0 至 100 之间的值'],
  [{ 'x-component': 'rating', default: 6 }, '默认值有误：请选择 1 至 5 星'],
  [{ 'x-component': 'nation', default: '01' }, undefined],
  [{ 'x-component': 'nation', default: '57' }, '默认值有误：请选择有效的选项'],
  [{ 'x-component': 'time', default: '9:30' }, '默认值有误：时间无法识别，请按“09:30”填写'],
  [
    { 'x-component': 'date-range', default: ['2026-02-01', '2026-01-01'] },
    '默认值有误：结束日期不能早于开始日期',
  ],
  [{ 'x-component': 'divider', default: '线' }, '该类型的字段没有默认值'],
  [{ ...onlyOptionField, default: 'mail' }, '默认值有误：请选择有效的选项'],
])('the default in %j is checked when a form is published: %s', (field, message) => {
  const compiled = compileNewForm(buildModel([{ id: 'x', title: '名目', 'x-component': '', ...field }]));
  expect(Array.isArray(compiled) ? compiled.map((problem) => problem.message) : []).toEqual(
    message === undefined ? [] : [message],
  );
});

test('a default of off is kept, as a switch that is off is not empty', () => {
  const form = buildForm([{ id: 'x', title: '加急', 'x-component': 'switch', default: false }]);
  expect(initialValues(form)).toEqual({ x: false });
});

describe('single option', () => {
  const chosen = (field: FieldModel, values = {}, authority = { '*': 2 } as const) => {
    const form = buildForm([field]);
    return onlyOptionDefaults(form, evaluateLinkage(form, values, { authority }), authority);
  };

  test('is preselected in a required field', () => {
    expect(chosen(onlyOptionField)).toEqual({ way: 'letter' });
    expect(chosen({ ...onlyOptionField, 'x-component': 'radio' })).toEqual({ way: 'letter' });
  });

  test('is not preselected in an optional field, or when there are more options', () => {
    expect(chosen({ ...onlyOptionField, required: false })).toEqual({});
    expect(
      chosen({
        ...onlyOptionField,
        options: [...(onlyOptionField.options ?? []), { value: 'b', label: '窗口' }],
      }),
    ).toEqual({});
    expect(chosen({ ...onlyOptionField, 'x-component': 'checkbox' })).toEqual({});
    expect(chosen(onlyOptionField, { way: 'letter' })).toEqual({});
  });
});
