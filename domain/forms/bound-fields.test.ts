import { expect, test } from 'vitest';
import { boundValues, checkBoundFields, withBoundValues } from './bound-fields.ts';
import { compileForm } from './compile.ts';
import type { CompiledForm } from './compiled-form.ts';

const form = compileForm({
  schema: {
    fields: [
      {
        id: 'result',
        title: '受理结论',
        'x-component': 'radio',
        options: [
          { value: 'accept', label: '予以受理' },
          { value: 'transfer', label: '转送' },
          { value: 'reject', label: '不予受理' },
        ],
      },
    ],
  },
  globalConfig: { code: 'letter', title: '来信登记表', columns: 2, allowEdit: [] },
}) as CompiledForm;
const bind = (value: string) => ({ form: 'letter', field: 'result', value });
const accept = { name: '受理', binds: [bind('accept'), bind('transfer')] };
const decline = { name: '不予受理', binds: [bind('reject')] };
const buttons = [accept, decline, { name: '退回' }];
const bound = boundValues(accept.binds, 'letter');

test('a button fills in its first value when the form has no value', () => {
  expect(withBoundValues(form, {}, {}, bound)).toEqual({ result: 'accept' });
  expect(withBoundValues(form, {}, { result: '' }, bound)).toEqual({ result: 'accept' });
  expect(withBoundValues(form, { result: 'reject' }, { result: null }, bound)).toEqual({ result: 'accept' });
});

test('a value of the form stays, whether sent now or stored before', () => {
  expect(withBoundValues(form, {}, { result: 'reject' }, bound)).toEqual({ result: 'reject' });
  expect(withBoundValues(form, { result: 'transfer' }, {}, bound)).toEqual({});
});

test('a value of a wrong type stays in the form, so that merging rejects it', () => {
  for (const result of [5, ['accept'], { result: 'accept' }])
    expect(withBoundValues(form, { result: 'reject' }, { result }, bound)).toEqual({ result });
});

test('a binding does not apply to another form', () => {
  expect([...boundValues(accept.binds, 'other')]).toEqual([]);
});

test('a contradiction names the field, both labels and the possible corrections', () => {
  expect(checkBoundFields(form, { result: 'accept' }, decline, buttons)).toEqual([
    {
      field: 'result',
      message: '“受理结论”为“予以受理”，与“不予受理”不一致，请将其改为“不予受理”，或改用“受理”办理',
    },
  ]);
  expect(checkBoundFields(form, { result: 'gone' }, accept, buttons)).toEqual([
    { field: 'result', message: '“受理结论”为“gone”，与“受理”不一致，请将其改为“予以受理”' },
  ]);
});

test('each of several values matches its button, and an empty field contradicts no button', () => {
  expect(checkBoundFields(form, { result: 'transfer' }, accept, buttons)).toEqual([]);
  expect(checkBoundFields(form, { result: '' }, decline, buttons)).toEqual([]);
  expect(checkBoundFields(form, { result: 'accept' }, { name: '退回' }, buttons)).toEqual([]);
});
