import { describe, expect, test } from 'vitest';
import { compileNewForm } from './compile-new.ts';
import { initialValues } from './compiled-form.ts';
import { evaluateLinkage } from './linkage.ts';
import type { FieldModel } from './model.ts';
import { solelyOffered, todayWhereMeant } from './offered.ts';
import { buildForm, buildModel } from './test-forms.ts';

const day: FieldModel = { id: 'day', title: '答复日期', 'x-component': 'date', default: 'today' };
const only: FieldModel = {
  id: 'way',
  title: '方式',
  'x-component': 'select',
  required: true,
  options: [{ value: 'letter', label: '信函' }],
};

describe('today as a default', () => {
  const form = buildForm([day, { ...day, id: 'other', default: '2026-01-01' }]);
  const offered = (values: object, authority: object) =>
    todayWhereMeant(form, values as never, authority as never, '2026-11-28');

  test('is no value before the field is filled in', () => {
    expect(initialValues(form)).toEqual({ day: '', other: '2026-01-01' });
  });

  test('is offered where the field is empty and this node fills it in', () => {
    expect(offered({}, { '*': 2 })).toEqual({ day: '2026-11-28' });
    expect(offered({ day: '' }, { day: 2 })).toEqual({ day: '2026-11-28' });
    expect(offered({ day: '2026-11-01' }, { '*': 2 })).toEqual({});
    expect(offered({}, { '*': 1 })).toEqual({});
  });

  test('is not offered in a field that is read until its link is pressed', () => {
    expect(todayWhereMeant(buildForm([day], ['day']), {}, { '*': 1 }, '2026-11-28')).toEqual({});
  });

  test('is the one word that a date takes beside a day, when a form is published', () => {
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

describe('a single choice', () => {
  const chosen = (field: FieldModel, values = {}, authority = { '*': 2 } as const) => {
    const form = buildForm([field]);
    return solelyOffered(form, evaluateLinkage(form, values, { authority }), authority);
  };

  test('is made where one must be made', () => {
    expect(chosen(only)).toEqual({ way: 'letter' });
    expect(chosen({ ...only, 'x-component': 'radio' })).toEqual({ way: 'letter' });
  });

  test('is left to the person where it need not be, or where there are more', () => {
    expect(chosen({ ...only, required: false })).toEqual({});
    expect(chosen({ ...only, options: [...(only.options ?? []), { value: 'b', label: '窗口' }] })).toEqual(
      {},
    );
    expect(chosen({ ...only, 'x-component': 'checkbox' })).toEqual({});
    expect(chosen(only, { way: 'letter' })).toEqual({});
  });
});
