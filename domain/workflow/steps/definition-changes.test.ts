import { expect, test } from 'vitest';
import { buildDefinition } from '#test/workflow-model/definitions.ts';
import { compileForm } from '../../forms/compile.ts';
import type { CompiledForm } from '../../forms/compiled-form.ts';
import type { FieldAuthorityByForm } from '../model/model.ts';
import { definitionChanges } from './definition-changes.ts';
import { conditionInNames } from './field-names.ts';

const choices = [
  { value: 'critical', label: '特急' },
  { value: 'normal', label: '一般' },
];
const form = compileForm({
  globalConfig: { code: 'letter-form', title: '来信登记表', columns: 2, allowEdit: [] },
  schema: {
    fields: [
      { id: 'urgency', title: '紧急程度', 'x-component': 'radio', options: choices },
      { id: 'marks', title: '特征', 'x-component': 'checkbox', options: choices },
      { id: 'amount', title: '金额', 'x-component': 'number' },
      { id: 'unit', title: '承办单位', 'x-component': 'organisation' },
      { id: 'urgent', title: '加急', 'x-component': 'switch' },
      { id: 'note', title: '备注', 'x-component': 'single-line' },
      { id: 'remark', title: '备注', 'x-component': 'single-line' },
    ],
  },
}) as CompiledForm;
const forms = new Map([[form.code, form]]);

test('a condition names its fields and options; the rest of it is unchanged', () => {
  const inNames = (condition: string) => conditionInNames(condition, forms);
  expect(inNames('letter-form.urgency = "critical"')).toBe('紧急程度 等于 特急');
  expect(inNames('letter-form.urgency != "normal" and letter-form.amount >= 20')).toBe(
    '紧急程度 不等于 一般 且 金额 不小于 20',
  );
  expect(inNames('list contains(letter-form.marks, "critical")')).toBe('特征 包含 特急');
  expect(inNames('letter-form.urgent = true and letter-form.urgent != false')).toBe(
    '加急 等于 是 且 加急 不等于 否',
  );
  expect(inNames('letter-form.note = "a and letter-form.unit"')).toBe(
    '备注（note） 等于 a and letter-form.unit',
  );
  for (const condition of ['not(accepted)', 'other.urgency = "critical"', 'letter-form.gone = "critical"'])
    expect(inNames(condition)).toBe(condition);
});

test('the changes of a process name forms, fields, options and steps instead of codes', () => {
  const definition = (value: string, authority: FieldAuthorityByForm[string], name: string) =>
    buildDefinition({
      key: '检查',
      nodes: {
        start: { kind: 'start' },
        a: { kind: 'userTask', fieldAuthority: { 'letter-form': authority } },
        b: { kind: 'userTask', candidates: [{ kind: 'variable', name }] },
        end: { kind: 'end' },
      },
      flows: ['start -> a', `a -> b | letter-form.urgency = "${value}"`, 'b -> end'],
    });
  const before = definition('normal', { '*': 1 }, 'assessor');
  const after = definition('critical', { '*': 1, urgency: 2 }, 'letter-form.unit');
  expect(definitionChanges(before, after, forms)).toEqual([
    {
      part: 'a · 表单权限',
      before: '来信登记表：只读 全部字段',
      after: '来信登记表：只读 其他字段；可填写 紧急程度',
    },
    { part: 'b · 处理人', before: '变量 assessor', after: '表单字段 承办单位' },
    { part: '走向', before: 'a → b（紧急程度 等于 一般）', after: 'a → b（紧急程度 等于 特急）' },
  ]);
});
