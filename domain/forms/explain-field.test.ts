import { describe, expect, test } from 'vitest';
import { type AuthorityByField, applyAuthority } from './authority.ts';
import { explainField, explainForm } from './explain-field.ts';
import { evaluateLinkage } from './linkage.ts';
import type { Condition, FieldModel, FormValues, LinkageEffect } from './model.ts';
import { buildForm, buildModel } from './test-forms.ts';

const yesNo = [
  { value: '1', label: '是' },
  { value: '0', label: '否' },
];
const field = (id: string, title: string, more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title,
  'x-component': 'single-line',
  ...more,
});
const road = field('road', '是否占道', { 'x-component': 'radio', options: yesNo });
const area = field('area', '面积', { 'x-component': 'number', 'x-props': { unit: '平方米' } });

const linked = (when: Condition, effects: readonly LinkageEffect[], more: Partial<FieldModel> = {}) =>
  field('reason', '占道原因', { linkage: [{ when, effects }], ...more });

function reasons(
  fields: readonly FieldModel[],
  values: FormValues,
  authority: AuthorityByField = { '*': 2 },
) {
  const form = buildForm(fields);
  const { fields: states } = evaluateLinkage(form, values, { authority });
  const read = (id: string) => states[id]?.value;
  const explanation = explainField(form, buildModel(fields), 'reason', {
    read,
    access: applyAuthority(form, authority),
  });
  expect([explanation?.visible, explanation?.required]).toEqual([
    states.reason?.visible,
    states.reason?.required,
  ]);
  return explanation?.reasons;
}

const isRoad: Condition = { field: 'road', is: 'equals', value: '1' };
const isLarge: Condition = { field: 'area', is: 'greater', value: 10 };

describe('the author of a form reads why a field is', () => {
  test.each<[string, readonly FieldModel[], FormValues, AuthorityByField, string[]]>([
    [
      'hidden by its condition',
      [road, linked(isRoad, ['show'])],
      { road: '0' },
      { '*': 2 },
      ['显示的条件不成立：“是否占道”等于“是”（现在是“否”）'],
    ],
    [
      'hidden by an effect',
      [road, linked(isRoad, ['hide'])],
      { road: '1' },
      { '*': 2 },
      ['因为“是否占道”等于“是”，所以隐藏'],
    ],
    [
      'hidden because a source is empty',
      [road, linked(isRoad, ['show'])],
      {},
      { '*': 2 },
      ['显示的条件不成立：“是否占道”等于“是”（现在是空）'],
    ],
    [
      'shown and required',
      [road, linked(isRoad, ['show', 'require'])],
      { road: '1' },
      { '*': 2 },
      ['因为“是否占道”等于“是”，所以显示', '因为“是否占道”等于“是”，所以必填'],
    ],
    [
      'hidden by the only failing part of and',
      [road, area, linked({ and: [isRoad, isLarge] }, ['show'])],
      { road: '1', area: 3 },
      { '*': 2 },
      ['显示的条件不成立：“面积”大于“10 平方米”（现在是“3 平方米”）'],
    ],
    [
      'required by the first part of or that holds',
      [road, area, linked({ or: [isRoad, isLarge] }, ['require'])],
      { road: '0', area: 30 },
      { '*': 2 },
      ['因为“面积”大于“10 平方米”，所以必填'],
    ],
    [
      'shown by a negation',
      [road, linked({ not: isRoad }, ['show'])],
      { road: '0' },
      { '*': 2 },
      ['因为不满足（“是否占道”等于“是”），所以显示'],
    ],
    [
      'hidden by a failing negation',
      [road, linked({ not: isRoad }, ['show'])],
      { road: '1' },
      { '*': 2 },
      ['显示的条件不成立：不满足（“是否占道”等于“是”）（现在是“是”）'],
    ],
    [
      'hidden by the authority',
      [road, linked(isRoad, ['require'])],
      { road: '1' },
      { '*': 2, reason: 0 },
      ['本环节不显示该字段（权限为 0）'],
    ],
    [
      'hidden with its heading',
      [
        road,
        field('part', '占道情况', {
          'x-component': 'heading',
          linkage: [{ when: isRoad, effects: ['show'] }],
        }),
        field('reason', '占道原因', { required: true }),
      ],
      { road: '0' },
      { '*': 2 },
      ['所属的标题“占道情况”没有显示：显示的条件不成立：“是否占道”等于“是”（现在是“否”）'],
    ],
    [
      'required by itself, and disabled',
      [road, linked(isRoad, ['disable'], { required: true })],
      { road: '1' },
      { '*': 2 },
      ['字段本身设为必填', '因为“是否占道”等于“是”，所以不可填写'],
    ],
  ])('%s', (_, fields, values, authority, expected) => {
    expect(reasons(fields, values, authority)).toEqual(expected);
  });
});

test('the explanation of a form names fields that have a reason or are not shown', () => {
  const fields = [road, linked(isRoad, ['show']), field('plain', '备注', { required: true })];
  const form = buildForm(fields);
  const state = { read: () => '', access: applyAuthority(form, { '*': 2 }) };
  expect(explainForm(form, buildModel(fields), state).map(({ title, visible }) => [title, visible])).toEqual([
    ['占道原因', false],
  ]);
});
