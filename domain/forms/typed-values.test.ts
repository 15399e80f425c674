import { describe, expect, it } from 'vitest';
import { fullAuthority } from './authority.ts';
import { compileNewForm } from './compile-new.ts';
import { mergeSubmission } from './merge.ts';
import type { FieldModel, Rule } from './model.ts';
import { buildForm, buildModel } from './test-forms.ts';
import { validateForm } from './validate.ts';

const now = new Date('2026-11-28T02:00:00Z');
const amount: FieldModel = { id: 'amount', title: '金额', 'x-component': 'number' };

describe('a typed number', () => {
  const form = buildForm([amount, { id: 'rows', title: '明细', 'x-component': 'table', columns: [amount] }]);

  it.each([
    ['9999999999.999999', '数字过长，整数和小数合计最多15位'],
    ['12,5', '千分位逗号的位置不正确，应写为 1,234.5 或 1234.5'],
    ['十二', '请输入数字，如 1234.5'],
  ])('that is not clear or not exact is refused with the same reason at the field: %s', (text, message) => {
    const sent = { amount: text };
    expect(mergeSubmission(form, { amount: 3 }, sent, fullAuthority)).toMatchObject({
      values: { amount: 3 },
      problems: [{ field: 'amount', message }],
    });
    expect(validateForm(form, sent, fullAuthority, { now })).toEqual([{ field: 'amount', message }]);
    const problems = [{ field: 'rows[0].amount', message }];
    expect(validateForm(form, { rows: [sent] }, fullAuthority, { now })).toEqual(problems);
    expect(mergeSubmission(form, { rows: [{ amount: 3 }] }, { rows: [sent] }, fullAuthority)).toMatchObject({
      values: { rows: [{ amount: 3 }] },
      problems,
    });
  });

  it.each([1e21, Number('9999999999.999999')])('that is sent as JSON is refused alike: %d', (value) => {
    expect(validateForm(form, { amount: value }, fullAuthority, { now })).toEqual([
      { field: 'amount', message: '数字过长，整数和小数合计最多15位' },
    ]);
  });

  it('that is clear is stored as a number', () => {
    const merge = (value: unknown) =>
      mergeSubmission(form, {}, { amount: value }, fullAuthority).values.amount;
    expect(['１２．５', '1,234.5', '12。5', '-0', -0].map(merge)).toEqual([12.5, 1234.5, 12.5, 0, 0]);
  });

  it('is a default only if it is exact', () => {
    const problems = (value: unknown) => compileNewForm(buildModel([{ ...amount, default: value }]));
    expect(problems(1e21)).toEqual([
      { field: 'amount', message: '默认值有误：数字过长，整数和小数合计最多15位' },
    ]);
    expect(problems(0)).not.toBeInstanceOf(Array);
  });
});

describe('a phone or certificate number', () => {
  const field = (rule: Rule): FieldModel => ({
    id: 'number',
    title: '号码',
    'x-component': 'single-line',
    rules: [rule],
  });
  it.each<[Rule, string, string]>([
    [{ rule: 'mobile' }, '１３８ ００１３ ８０００', '13800138000'],
    [{ rule: 'phone' }, '+86 138-0013-8000', '13800138000'],
    [{ rule: 'landline' }, '020—12345678', '020-12345678'],
    [{ rule: 'certificate', category: '10' }, '１１０１０５ １９４９１２３１ ００２Ｘ', '11010519491231002X'],
  ])('of rule %j is stored as it is checked: %s', (rule, typed, stored) => {
    const form = buildForm([field(rule)]);
    const { values } = mergeSubmission(form, {}, { number: typed }, fullAuthority);
    expect(values).toEqual({ number: stored });
    expect(validateForm(form, values, fullAuthority, { now })).toEqual([]);
    // A value that was stored in another notation is no change if it comes back.
    expect(mergeSubmission(form, { number: typed }, { number: typed }, fullAuthority).changed).toEqual([]);
  });

  it('leaves a text without such a rule as it was typed', () => {
    const form = buildForm([{ id: 'number', title: '说明', 'x-component': 'single-line' }]);
    const { values } = mergeSubmission(form, {}, { number: '１ ２' }, fullAuthority);
    expect(values).toEqual({ number: '１ ２' });
  });
});
