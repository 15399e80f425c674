import { expect, test } from 'vitest';
import {
  inOrderOfUse,
  listedParams,
  newCondition,
  newParam,
  withCondition,
  withoutForeignParts,
  withParam,
} from './editing.ts';
import { type ConfiguredRule, newRule } from './model.ts';

const empty = newRule('area', '面积');
const first = { ...empty, ruleParams: [newParam(empty)] };
const both: ConfiguredRule = { ...first, ruleParams: [...first.ruleParams, newParam(first)] };
const compared = { ...both, ruleConditions: [{ ...newCondition(both), compareValueKey: 'value2' }] };

test('a new parameter has a key of its own, and that of an element a fixed value', () => {
  expect(both.ruleParams.map(({ dataKey, source }) => [dataKey, source])).toEqual([
    ['value1', 'data'],
    ['value2', 'data'],
  ]);
  const other = { ...both, ruleParams: both.ruleParams.slice(1) };
  expect(newParam(other).dataKey).toBe('value3');
  const element = { ...empty, ruleBase: { ...empty.ruleBase, kind: 'element' as const } };
  expect(newParam(element).source).toBe('fixed');
});

test('conditions follow the key and the type of a parameter', () => {
  const renamed = withParam(withParam(compared, 0, { dataKey: 'area' }), 1, { dataKey: 'kitchen' });
  expect(renamed.ruleConditions[0]).toMatchObject({ dataKey: 'area', compareValueKey: 'kitchen' });
  expect(withParam(renamed, 0, { paramType: 'text' }).ruleConditions[0]?.paramType).toBe('text');
  // While two parameters have the same key, a condition cannot say which of them it means.
  const same = withParam(compared, 1, { dataKey: 'value1' });
  expect(withParam(same, 1, { dataKey: 'other' }).ruleConditions[0]?.dataKey).toBe('value1');
});

test('a parameter has no value of a source that it no longer has', () => {
  const fixed = withParam(first, 0, { source: 'fixed', value: '24' });
  expect(withParam(fixed, 0, { source: 'data' }).ruleParams[0]?.value).toBe('');
});

test('a condition has the type of its parameter, and no fixed value beside another parameter', () => {
  const texts = withParam(both, 1, { paramType: 'text' });
  const rule = { ...texts, ruleConditions: [{ ...newCondition(texts), compareValue: '24' }] };
  expect(withCondition(rule, 0, { dataKey: 'value2' }).ruleConditions[0]?.paramType).toBe('text');
  expect(withCondition(rule, 0, { compareValueKey: 'value2' }).ruleConditions[0]?.compareValue).toBe('');
});

test('parts of other kinds are left out when a rule is tried and published', () => {
  const rule = { ...compared, script: 'return true', steps: ['other'] };
  expect(withoutForeignParts(rule)).toEqual(compared);
  const script = { ...rule, ruleBase: { ...rule.ruleBase, kind: 'js-script' as const } };
  expect(withoutForeignParts(script)).toEqual({ ...script, ruleConditions: [], steps: [] });
});

test('an orchestration lists the values of its steps once, also in a circle', () => {
  const steps: ConfiguredRule = {
    ...newRule('steps', '编排'),
    ruleBase: { ...newRule('steps', '编排').ruleBase, kind: 'service-orchestration' },
    steps: ['area', 'steps', 'none'],
  };
  const fixed = withParam(compared, 1, { source: 'fixed', value: '1' });
  const rules = new Map([
    ['area', fixed],
    ['steps', steps],
  ]);
  expect(listedParams(steps, rules)).toEqual([{ dataKey: 'value1', name: '', paramType: 'number' }]);
});

test('rules are ordered so that each comes after those that it uses, also in a circle', () => {
  const rule = (id: string, steps: string[] = []) => ({ ...newRule(id, id), steps });
  const idsOf = (rules: ConfiguredRule[]) => inOrderOfUse(rules).map(({ ruleBase }) => ruleBase.id);
  expect(idsOf([rule('a', ['b']), rule('b', ['c', 'missing']), rule('c')])).toEqual(['c', 'b', 'a']);
  expect(idsOf([rule('a', ['b']), rule('b', ['a']), rule('c')])).toEqual(['c', 'a', 'b']);
});
