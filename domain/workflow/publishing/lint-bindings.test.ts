import { describe, expect, test } from 'vitest';
import { buildDefinition, button } from '#test/workflow-model/definitions.ts';
import { compileForm } from '../../forms/compile.ts';
import type { CompiledForm } from '../../forms/compiled-form.ts';
import type { FormModel } from '../../forms/model.ts';
import type { UsableRule } from '../../rules/usable-rule.ts';
import type { FieldAuthorityByForm, NodeButton, ProcessDefinition } from '../model/model.ts';
import { lintDefinition } from './lint.ts';
import { lintBindings } from './lint-bindings.ts';
import { lintRules } from './lint-rules.ts';

const choice = (id: string, title: string, component = 'radio') => ({
  id,
  title,
  'x-component': component,
  options: [
    { value: 'yes', label: '予以受理' },
    { value: 'no', label: '不予受理' },
  ],
});
const model: FormModel = {
  schema: {
    fields: [
      choice('result', '受理结论'),
      choice('marks', '特征', 'checkbox'),
      { id: 'note', title: '备注', 'x-component': 'single-line' },
      { id: 'unit', title: '承办单位', 'x-component': 'organisation' },
    ],
  },
  globalConfig: { code: 'letter', title: '来信登记表', columns: 2, allowEdit: [] },
};
const compiled = compileForm(model) as CompiledForm;
const forms = new Map([['letter', compiled]]);
const bind = (value: string, field = 'result', form = 'letter') => ({ form, field, value });
const accept = (...binds: NodeButton['binds'] & object): NodeButton => ({
  ...button('accept', '1', '受理'),
  binds,
});
const decline = (...binds: NodeButton['binds'] & object): NodeButton => ({
  ...button('decline', '1', '不予受理'),
  binds,
});

function definitionOf(buttons: NodeButton[], authority: FieldAuthorityByForm = { letter: { result: 2 } }) {
  return buildDefinition({
    key: '检查',
    nodes: {
      start: { kind: 'start' },
      a: { kind: 'userTask', buttons, fieldAuthority: authority },
      end: { kind: 'end' },
    },
    flows: ['start -> a', 'a -> end'],
  });
}

const messagesOf = (...args: Parameters<typeof definitionOf>) =>
  lintBindings(definitionOf(...args), forms).map(({ message }) => message);

describe('field values bound to buttons', () => {
  test('are accepted when every option has its button', () => {
    expect(messagesOf([accept(bind('yes')), decline(bind('no'))])).toEqual([]);
    expect(messagesOf([accept(bind('yes'), bind('no'))])).toEqual([]);
  });

  test('are rejected for a missing form, a missing field, a multiple choice and a missing option', () => {
    expect(messagesOf([accept(bind('yes', 'result', 'nowhere'))])).toEqual([
      '环节“a”：按钮“受理”绑定的表单“nowhere”没有发布',
    ]);
    expect(messagesOf([accept(bind('yes', 'nothing'))])).toEqual([
      '环节“a”：按钮“受理”绑定的字段“nothing”不在表单“来信登记表”中',
    ]);
    expect(messagesOf([accept(bind('yes', 'marks'))])).toEqual([
      '环节“a”：按钮“受理”绑定的字段“特征”不是单选，不能绑定',
    ]);
    expect(messagesOf([accept(bind('yes')), decline(bind('no'), bind('maybe'))])).toEqual([
      '环节“a”：按钮“不予受理”绑定的字段“受理结论”没有选项“maybe”',
    ]);
  });

  test('are rejected for a field that is read-only at the node, once for each button', () => {
    expect(messagesOf([accept(bind('yes'), bind('no'))], { letter: { '*': 1 } })).toEqual([
      '环节“a”：按钮“受理”绑定的字段“受理结论”在本环节不能填写',
    ]);
  });

  test('are rejected when an option leaves no usable button, unless a button is bound to no value', () => {
    expect(messagesOf([accept(bind('yes'))])).toEqual([
      '环节“a”：字段“受理结论”选“不予受理”时没有可用的按钮',
    ]);
    expect(messagesOf([accept(bind('yes')), button('forward', '9', '转交')])).toEqual([]);
  });

  test('are rejected for two buttons with the same value and for a button that fills in no form', () => {
    const stop = { ...button('stop', '4', '终止'), binds: [bind('yes')] };
    const messages = lintDefinition(definitionOf([accept(bind('yes')), decline(bind('yes')), stop])).map(
      ({ message }) => message,
    );
    expect(messages).toContain('环节“a”：按钮“受理”和“不予受理”绑定了字段“letter.result”的同一个值“yes”');
    expect(messages).toContain('环节“a”：按钮“终止”不能绑定表单字段，只有办理、转交和选择分支填写表单');
  });
});

describe('handlers from a form field', () => {
  const handlerMessages = (name: string) =>
    lintBindings(
      buildDefinition({
        key: '检查',
        nodes: {
          start: { kind: 'start' },
          a: { kind: 'userTask', candidates: [{ kind: 'variable', name }] },
          end: { kind: 'end' },
        },
        flows: ['start -> a', 'a -> end'],
      }),
      forms,
    ).map(({ message }) => message);

  test('must come from an organisation field of a published form', () => {
    expect(handlerMessages('letter.unit')).toEqual([]);
    expect(handlerMessages('people')).toEqual([]);
    expect(handlerMessages('letter.note')).toEqual(['环节“a”：处理人取自字段“备注”，该字段不是组织机构']);
    expect(handlerMessages('letter.none')).toEqual([
      '环节“a”：处理人取自字段“none”，该字段不在表单“来信登记表”中',
    ]);
    expect(handlerMessages('other.unit')).toEqual(['环节“a”：处理人取自表单“other”，该表单没有发布']);
  });
});

test('authority over a field that the form does not have is refused, with the node and the path (S1 §6)', () => {
  const column = { id: 'phone', title: '电话', 'x-component': 'single-line' };
  const people = { id: 'people', title: '人员', 'x-component': 'table', columns: [column] };
  const form = compileForm({ ...model, schema: { fields: [people] } }) as CompiledForm;
  const authority: FieldAuthorityByForm = {
    letter: { '*': 1, people: 2, 'people[].phone': 1, 'people.phone': 1, 'people[].name': 2, gone: 0 },
    unpublished: { gone: 2 },
  };
  const definition = buildDefinition({
    key: '检查',
    nodes: {
      start: { kind: 'start' },
      a: { kind: 'userTask', fieldAuthority: authority },
      end: { kind: 'end' },
    },
    flows: ['start -> a', 'a -> end'],
  });
  const { start } = definition.nodes;
  const nodes = { ...definition.nodes, start: { ...start, fieldAuthority: { letter: { nothing: 2 } } } };
  const withStart = { ...definition, nodes } as ProcessDefinition;
  expect(lintBindings(withStart, new Map([['letter', form]]))).toEqual([
    { field: 'start', message: '开始事件“start”：设置权限的字段“nothing”不在表单“来信登记表”中' },
    { field: 'a', message: '环节“a”：设置权限的字段“people.phone”不在表单“来信登记表”中' },
    { field: 'a', message: '环节“a”：设置权限的字段“people[].name”不在表单“来信登记表”中' },
    { field: 'a', message: '环节“a”：设置权限的字段“gone”不在表单“来信登记表”中' },
  ]);
});

test('the rules of buttons and conditions read no secret value, also in a table (S1 §5)', () => {
  const person = { id: 'person', title: '代理人', 'x-component': 'applicant' };
  const people = { id: 'people', title: '人员', 'x-component': 'table', columns: [person] };
  const note = { id: 'note', title: '备注', 'x-component': 'single-line' };
  const form = compileForm({ ...model, schema: { fields: [person, people, note] } }) as CompiledForm;
  const params = ['person', 'people', 'note'].map((dataKey) => ({ dataKey, name: dataKey }));
  const rule = { code: 'r', name: '核对', params } as unknown as UsableRule;
  const definition = buildDefinition({
    key: '检查',
    nodes: {
      start: { kind: 'start' },
      a: {
        kind: 'userTask',
        buttons: [{ ...button('accept', '1', '受理'), rule: 'r' }],
        fieldAuthority: { letter: { '*': 2 } },
        instances: { sequence: 'any', until: 'rule("r")' },
      },
      end: { kind: 'end' },
    },
    flows: ['start -> a', 'a -> end'],
  });
  const problems = lintRules(definition, new Map([['letter', form]]), new Map([['r', rule]]));
  const secret = (title: string) => expect.stringContaining(`取自字段“${title}”，该字段已脱敏或是密码`);
  expect(problems.map(({ message }) => message)).toEqual(['代理人', '人员', '代理人', '人员'].map(secret));
});
