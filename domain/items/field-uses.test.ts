import { expect, test } from 'vitest';
import type { ProcessDefinition } from '../workflow/model/model.ts';
import { type FieldUsers, fieldsOfConditions, usesOfField } from './field-uses.ts';

const definition = {
  flows: {
    one: { condition: 'petition-letter.area >= 20 and 5-petition-letter.count > 1' },
    other: { condition: 'other-petition-letter.place = "甲"' },
  },
  nodes: {
    task: {
      kind: 'userTask',
      name: '承办',
      candidates: [{ kind: 'variable', name: 'petition-letter.unit' }],
      buttons: [{ name: '办理', binds: [{ form: 'petition-letter', field: 'choice', value: '1' }] }],
    },
  },
} as unknown as ProcessDefinition;

const users: FieldUsers = {
  items: [
    {
      name: '来信',
      formCodes: ['petition-letter'],
      titleFields: ['title'],
      extFields: [{ label: '来信人', field: 'petition-letter.sender' }],
      petitionFields: { date: 'petition-letter.day', channel: '', problem: [] },
    },
    { name: '另一事项', formCodes: ['other'], titleFields: ['title'], extFields: [], petitionFields: null },
  ],
  processes: [{ name: '来信流程', definition }],
  templates: [{ name: '告知书', text: '{"text":"关于{{表单.petition-letter.place|大写}}"}' }],
};

test.each([
  ['title', ['事项“来信”的办件标题']],
  ['sender', ['事项“来信”的扩展信息']],
  ['day', ['事项“来信”的信访事项']],
  ['area', ['流程“来信流程”的条件']],
  ['count', ['流程“来信流程”的条件']],
  ['unit', ['流程“来信流程”环节“承办”的处理人']],
  ['choice', ['流程“来信流程”环节“承办”的按钮“办理”']],
  ['place', ['文书模板“告知书”']],
  ['unused', []],
])('the uses of the field %s', (id, uses) => {
  expect(usesOfField('petition-letter', id, users)).toEqual(uses);
});

test('the fields of a form that conditions read', () => {
  expect(fieldsOfConditions(definition, 'petition-letter')).toEqual(['area', 'count']);
});
