import { expect } from 'vitest';
import { rules } from '#contract/rules.ts';
import { newRule } from '#domain/rules/model.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const { db } = office.context;

const tree = [
  { id: 'g1', name: '受理规则', parent_id: null, sort_by: 1 },
  { id: 'g2', name: '受理前校验', parent_id: 'g1', sort_by: 2 },
  { id: 'g3', name: '办结规则', parent_id: null, sort_by: 3 },
];
await db.insertInto('rule_group_categories').values(tree).execute();
await db.insertInto('rule_categories').values(tree).execute();

const rule = newRule('area', '面积');
const food = { dataKey: 'food', name: '餐饮', paramType: 'number', source: 'fixed', value: '24' };
const models = [
  { ...rule, match: 'all' },
  {
    ...rule,
    ruleBase: { ...rule.ruleBase, id: 'smallest', kind: 'element' },
    ruleParams: [{ ...food, elementId: '', paramId: '' }],
  },
];
const published = { version: 1, published_at: office.context.now(), published_by: '肖涵' };
for (const model of models) {
  const { id: code, name } = model.ruleBase;
  const row = { id: `${code}:1`, code, name, model: JSON.stringify(model), ...published };
  await db.insertInto('rule_definitions').values(row).execute();
}

describeCalls(office, rules, {
  groupCategories: {
    caller: 'liuyang',
    request: { query: { page: '1', size: '1000', name: '受理' } },
    refusedFor: {},
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { page: '1', size: '1001' } }),
        expectedProblems: [['size', '不能大于1000']],
      },
    ],
    checkAnswer: (answer) => {
      expect(answer).toEqual({
        rows: [
          { id: 'g1', name: '受理规则', parent: '0', sortBy: 1 },
          { id: 'g2', name: '受理前校验', parent: 'g1', sortBy: 2 },
        ],
        total: 2,
      });
    },
  },
  process: {
    caller: 'liuyang',
    request: { body: { ruleId: 'area', dataValue: { area: 20 } } },
    refusedFor: {},
    invalidInputs: [{ makeInvalid: () => ({ body: {} }), expectedProblems: [['ruleId', '请指明规则']] }],
    checkAnswer: (answer) => {
      expect(answer).toEqual({ result: true, tipContext: '', ruleParamsVoList: [] });
    },
  },
  element: {
    caller: 'liuyang',
    request: { body: { elementId: 'smallest' } },
    refusedFor: {},
    invalidInputs: [{ makeInvalid: () => ({ body: {} }), expectedProblems: [['elementId', '请指明要素']] }],
    checkAnswer: ({ ruleParamsVoList }) => {
      expect(ruleParamsVoList.map(({ dataKey, value }) => [dataKey, value])).toEqual([['food', '24']]);
    },
  },
  categories: {
    caller: 'liuyang',
    request: { query: { name: '办结' } },
    refusedFor: {},
    checkAnswer: ({ rows }) => {
      expect(rows).toEqual([{ id: 'g3', ruleTypeName: '办结规则', preNodeId: '0', sortBy: 3 }]);
    },
  },
});
