import { expect, it } from 'vitest';
import { compileForm } from '#domain/forms/compile.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { FormStore } from './form-store.ts';

const text = (id: string, more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title: id,
  'x-component': 'single-line',
  ...more,
});
const requiredBy = (field: string): Partial<FieldModel> => ({
  linkage: [{ when: { field, is: 'exists' }, effects: ['require'] }],
});

function open(fields: FieldModel[], values: Record<string, unknown> = {}) {
  const form = compileForm({
    schema: { fields },
    globalConfig: { code: 'linked', title: '联动', columns: 1, allowEdit: [] },
  });
  if (Array.isArray(form)) throw new Error(JSON.stringify(form));
  return new FormStore(form, { values, authority: { '*': 2 }, mode: 'edit' });
}

it('an input that linkage reads draws only the fields that it changes (S2 §5)', () => {
  const store = open([text('source'), text('linked', requiredBy('source')), text('other')]);
  const before = ['source', 'linked', 'other'].map((path) => store.view(path));
  const called: string[] = [];
  for (const path of ['source', 'linked', 'other']) store.subscribe(path, () => called.push(path));
  store.change('source', '有');
  expect(called.toSorted()).toEqual(['linked', 'source']);
  expect(store.view('linked').required).toBe(true);
  expect(store.view('other')).toBe(before[2]);
});

it('an input that linkage reads draws the cells of every row that it changes (S2 §5)', () => {
  const store = open(
    [
      text('source'),
      {
        ...text('list'),
        'x-component': 'table',
        columns: [text('name', requiredBy('source')), text('note')],
      },
    ],
    { list: [{ name: '' }, { name: '' }] },
  );
  const paths = ['list[0].name', 'list[1].name', 'list[1].note'];
  for (const path of paths) store.view(path);
  const called: string[] = [];
  for (const path of paths) store.subscribe(path, () => called.push(path));
  store.change('source', '有');
  expect(called).toEqual(['list[0].name', 'list[1].name']);
  expect(store.view('list[1].name').required).toBe(true);
});

it('an input that hides a section removes it from the page (S2 §5)', () => {
  const hidden: FieldModel = {
    ...text('part'),
    'x-component': 'heading',
    linkage: [{ when: { field: 'source', is: 'exists' }, effects: ['hide'] }],
  };
  const store = open([text('source'), hidden, text('inside')]);
  store.view('inside');
  expect(store.sections()).toEqual(['', 'part']);
  store.change('source', '有');
  expect(store.sections()).toEqual(['']);
  expect(store.view('inside').visible).toBe(false);
});
