import { describe, expect, it } from 'vitest';
import { maxProblems, maxProblemText } from '../refusals/refusals.ts';
import { fullAuthority } from './authority.ts';
import { compileForm } from './compile.ts';
import { compileNewForm } from './compile-new.ts';
import { formLimits } from './limits.ts';
import type { FieldModel } from './model.ts';
import { patternCostText } from './pattern-cost.ts';
import { buildForm, buildModel } from './test-forms.ts';
import { validateForm } from './validate.ts';

const text: FieldModel = { id: 'a', title: '甲', 'x-component': 'single-line' };
const exists = { field: 'a', is: 'exists' } as const;
const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const choices = (count: number) => repeat(count, (index) => ({ value: `v${index}`, label: `${index}` }));

function problemsOfNew(...fields: object[]): string[] {
  const form = compileNewForm(buildModel(fields as FieldModel[]));
  return Array.isArray(form) ? form.map(({ field, message }) => `${field}: ${message}`) : [];
}

const table = (columns: readonly object[]): object => ({
  id: 't',
  title: '清单',
  'x-component': 'table',
  columns,
});
const shownWhen = (when: object, effects: readonly unknown[] = ['show']) => ({
  linkage: [{ when, effects }],
});

describe('size limits of a form to publish', () => {
  it.each<[string, () => string[], string]>([
    [
      'the columns of all tables',
      () =>
        problemsOfNew(
          ...repeat(38, (index) => ({
            ...table(repeat(40, (n) => ({ ...text, id: `c${n}` }))),
            id: `t${index}`,
          })),
        ),
      't37: 各表格的列和其他字段中的字段合计不得超过1500个',
    ],
    [
      'the validation rules of a field',
      () => problemsOfNew({ ...text, rules: repeat(21, () => ({ rule: 'maxLength', value: 9 })) }),
      'a: 校验规则不得超过20条',
    ],
    [
      'the linkages of a field',
      () =>
        problemsOfNew(text, {
          ...text,
          id: 'b',
          linkage: repeat(51, () => ({ when: exists, effects: ['show'] })),
        }),
      'b: 联动不得超过50条',
    ],
    [
      'the effects of a linkage',
      () =>
        problemsOfNew(
          text,
          table([
            {
              ...text,
              id: 'b',
              ...shownWhen(
                exists,
                repeat(11, () => 'show'),
              ),
            },
          ]),
        ),
      't[].b: 一条联动的效果不得超过10项',
    ],
    [
      'the conditions of a form, counting each value of a list',
      () =>
        problemsOfNew(
          text,
          { ...text, id: 'b', ...shownWhen({ or: repeat(1_000, () => exists) }) },
          { ...text, id: 'c', ...shownWhen({ field: 'a', is: 'anyOf', value: repeat(4_001, String) }) },
        ),
      'c: 整个表单的联动条件合计不得超过5000个（列表中的每个值计一个）',
    ],
    [
      'the options of a field',
      () => problemsOfNew({ ...text, 'x-component': 'select', options: choices(2_001) }),
      'a: 选项不得超过2000个',
    ],
    [
      'the options that a linkage sets',
      () =>
        problemsOfNew(text, {
          ...text,
          id: 'b',
          'x-component': 'select',
          options: choices(2),
          ...shownWhen(exists, [{ setOptions: choices(2_001) }]),
        }),
      'b: 联动的选项不得超过2000个',
    ],
    [
      'the options of all fields',
      () =>
        problemsOfNew(
          ...repeat(11, (index) => ({
            ...text,
            id: `s${index}`,
            'x-component': 'select',
            options: choices(2_000),
          })),
        ),
      's10: 整个表单的选项合计不得超过20000个',
    ],
    [
      'the title of a field',
      () => problemsOfNew({ ...text, title: '甲'.repeat(201) }),
      'a: 字段名称不能超过200个字符',
    ],
    [
      'the help text of a field',
      () => problemsOfNew({ ...text, help: '甲'.repeat(501) }),
      'a: 填写说明不能超过500个字符',
    ],
    [
      'the message of a validation rule',
      () => problemsOfNew({ ...text, rules: [{ rule: 'mobile', message: '甲'.repeat(201) }] }),
      'a: 校验规则的提示不能超过200个字符',
    ],
    [
      'the label of an option',
      () =>
        problemsOfNew({
          ...text,
          'x-component': 'radio',
          options: [{ value: 'v', label: '甲'.repeat(201) }],
        }),
      'a: 选项不能超过200个字符',
    ],
  ])('apply to %s', (_title, refused, message) => {
    expect(refused()).toEqual([message]);
  });

  it.each<[string, object, string]>([
    ['rows', { rows: 51 }, 'a: 显示行数（rows）应为 1 至 50 的整数'],
    ['precision', { precision: 1_000_000_000 }, 'a: 小数位数（precision）应为 0 至 10 的整数'],
    ['level', { level: 5 }, 'a: 最深级别（level）应为 1 至 4 的整数'],
    ['minLevel', { minLevel: '3' }, 'a: 最浅级别（minLevel）应为 1 至 4 的整数'],
    ['minRows', { minRows: 501 }, 'a: 最少行数（minRows）应为 0 至 500 的整数'],
    ['maxRows', { maxRows: 1_000_000 }, 'a: 最多行数（maxRows）应为 1 至 500 的整数'],
    ['maxCount', { maxCount: 1.5 }, 'a: 附件数量（maxCount）应为 1 至 500 的整数'],
    ['maxSizeMb', { maxSizeMb: 1e9 }, 'a: 附件大小（maxSizeMb）应为不超过 200 的正数'],
    ['accept', { accept: repeat(51, () => 'pdf') }, 'a: 附件格式（accept）应为至多50种扩展名'],
    ['height', { height: 100 }, 'a: 编辑区高度（height）应为 200 至 1200 的整数'],
    ['editor', { editor: 'x' }, 'a: 编辑器（editor）应为 formatted 或 plain'],
    ['unit', { unit: '米'.repeat(21) }, 'a: 单位（unit）应为至多20个字符的文字'],
    ['placeholder', { placeholder: 5 }, 'a: 输入提示（placeholder）应为至多200个字符的文字'],
  ])('apply to the property %s', (_name, props, message) => {
    expect(problemsOfNew({ ...text, 'x-props': props })).toEqual([message]);
  });

  it('keep larger forms readable that were published before', () => {
    const large = {
      ...text,
      'x-props': { rows: 90 },
      rules: repeat(100, () => ({ rule: 'maxLength', value: 9 })),
    };
    expect(Array.isArray(compileForm(buildModel([large as FieldModel])))).toBe(false);
  });
});

describe('list of problems', () => {
  it('of a form model ends one after the shown maximum, with messages cut to the maximum length', () => {
    const invalidFields = repeat(1_000, (index) => ({
      ...text,
      id: `f${index}`,
      rules: [{ rule: 'x'.repeat(10_000) }],
    }));
    const problems = compileForm(buildModel(invalidFields as unknown as FieldModel[]));
    expect(problems).toHaveLength(maxProblems + 1);
    expect(Math.max(...(problems as { message: string }[]).map(({ message }) => message.length))).toBe(
      maxProblemText,
    );
  });

  it('of circular linkage ends one after the shown maximum', () => {
    const each = repeat(200, (index) => ({ field: `f${index}`, is: 'exists' as const }));
    const circularFields = repeat(200, (index) => ({ ...text, id: `f${index}`, ...shownWhen({ or: each }) }));
    expect(compileForm(buildModel(circularFields as FieldModel[]))).toHaveLength(maxProblems + 1);
  });

  it('of a submission ends one after the shown maximum', () => {
    let reads = 0;
    const form = buildForm([
      { ...table([{ ...text, required: true }]), 'x-props': { maxRows: 100_000 } } as FieldModel,
      { ...text, id: 'z', required: true },
    ]);
    const rows = repeat(50_000, () => ({
      get a() {
        reads += 1;
        return 7;
      },
    }));
    const settings = { now: new Date('2026-01-05T02:00:00Z') };
    expect(validateForm(form, { t: rows }, fullAuthority, settings)).toHaveLength(maxProblems + 1);
    // Linkage is evaluated for each row; the check after it ends at the row with which there are enough
    // problems.
    expect(reads).toBeLessThan(51_000);
    expect(validateForm(form, { t: rows }, fullAuthority, { ...settings, maxProblems: 7 })).toHaveLength(7);
  });
});

describe('work limit of conditions', () => {
  const now = new Date('2026-01-05T02:00:00Z');

  it('applies to all rows of a submission together, and an undecided condition is a problem at its field', () => {
    const when = {
      and: repeat(1_000, () => ({ field: 'choice', is: 'anyOf' as const, value: repeat(100, String) })),
    };
    const form = buildForm([
      { ...text, id: 'choice', 'x-component': 'checkbox', options: choices(500) },
      table([{ ...text, ...shownWhen({ not: when }) }]) as FieldModel,
    ]);
    const chosen = repeat(500, (index) => `v${index}`);
    const values = { choice: chosen, t: repeat(500, () => ({ a: '1' })) };
    const problems = validateForm(form, values, fullAuthority, { now });
    expect(problems.at(0)).toEqual({
      field: expect.stringMatching(/^t\[\d+\]\.a$/),
      message: patternCostText,
    });
  });

  it('stops the evaluation of conditions when it is reached', () => {
    const linkage = repeat(1_000, () => ({
      when: { field: 'note', is: 'regexp' as const, value: '(.?){450}z' },
      effects: ['hide' as const],
    }));
    let evaluations = 0;
    const form = buildForm([
      { ...text, id: 'note', 'x-component': 'textarea' },
      ...repeat(60, (index) => ({ ...text, id: `f${index}`, linkage })),
    ]);
    const countedLinkage = form.byId.get('f0')?.linkage ?? [];
    for (const { when } of countedLinkage) {
      const holds = when.holds;
      when.holds = (...parameters) => {
        evaluations += 1;
        return holds(...parameters);
      };
    }
    validateForm(form, { note: 'x'.repeat(5_000) }, fullAuthority, { now });
    expect(evaluations).toBeLessThan(10);
  });

  it('is sufficient for the largest form that may be published', () => {
    const each = repeat(formLimits.columns, (index) => ({
      ...text,
      id: `c${index}`,
      ...shownWhen({ or: repeat(120, () => exists) }),
    }));
    const form = buildForm([text, table(each) as FieldModel]);
    const rows = repeat(formLimits.rows, () => ({ c0: '1' }));
    expect(validateForm(form, { a: '1', t: rows }, fullAuthority, { now })).toEqual([]);
  });
});
