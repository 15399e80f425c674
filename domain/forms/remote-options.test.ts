import { describe, expect, test } from 'vitest';
import { compileForm } from './compile.ts';
import type { CompiledForm } from './compiled-form.ts';
import { conditionValues } from './condition-values.ts';
import { withoutTargets } from './field-interfaces.ts';
import { readOptions } from './interface-answer.ts';
import type { FormInterface } from './interface-model.ts';
import { parametersOf } from './interface-parameters.ts';
import { evaluateLinkage } from './linkage.ts';
import { mergeSubmission } from './merge.ts';
import type { FieldModel, FormModel } from './model.ts';
import { checkRemoteChoices, signOptions } from './remote-options.ts';
import { textOfForm } from './text.ts';

const list: FormInterface = {
  id: 'list',
  title: '清单',
  targetUrl: 'https://a.example.cn/list',
  method: 'GET',
  headers: { Authorization: 'secret' },
  requestParams: [
    { key: 'county', field: 'county' },
    { key: 'token', value: 'fixed' },
  ],
};
const county: FieldModel = { id: 'county', title: '县', 'x-component': 'single-line' };
const select: FieldModel = { id: 'village', title: '村', 'x-component': 'select', optionsInterface: 'list' };
const modelOf = (...fields: FieldModel[]): FormModel => ({
  globalConfig: { code: 'f', title: '表', columns: 1, allowEdit: [], interfaces: [list] },
  schema: { fields: [county, ...fields] },
});
function compile(...fields: FieldModel[]): CompiledForm {
  const form = compileForm(modelOf(...fields));
  if (Array.isArray(form)) throw new Error(JSON.stringify(form));
  return form;
}
const problemsOf = (...fields: FieldModel[]) => {
  const form = compileForm(modelOf(...fields));
  return Array.isArray(form) ? form.map(({ message }) => message) : [];
};
const choice = { value: '01', label: '汾口村' };
const sign = (claim: string) => `!${claim}`;
const check = (form: CompiledForm, values: Record<string, unknown>, ...known: Record<string, unknown>[]) =>
  checkRemoteChoices(form, values, {
    authority: { '*': 2 },
    known,
    isOffered: (claim, signature) => signature === sign(claim),
  });
const offered = (form: CompiledForm, id: string, value: string) => {
  const field = form.byId.get(id);
  if (!field) throw new Error(id);
  const options = [{ ...choice, children: [{ value: '011', label: '一组' }] }];
  const [first] = signOptions(field, { county: value }, options, sign);
  if (!first) throw new Error('no option');
  return first;
};

describe('a choice from the list of an interface', () => {
  const form = compile(select);

  test('that was stored is accepted unchanged without its signature, so that the interface need not answer', () => {
    const stored = { county: '淳安', village: [choice] };
    expect(check(form, stored, stored).problems).toEqual([]);
    expect(check(form, { ...stored, county: '建德' }, stored).problems).toEqual([
      { field: 'village', message: '村的选项已变动，请重新选择' },
    ]);
    expect(
      check(form, { county: '淳安', village: [{ ...choice, label: '别的' }] }, stored).problems,
    ).toHaveLength(1);
  });

  test('that was offered for these parameters is accepted, and stored without its signature', () => {
    const { sign: signature } = offered(form, 'village', '淳安');
    const result = check(form, { county: '淳安', village: [{ ...choice, sign: signature }] });
    expect(result).toEqual({ values: { county: '淳安', village: [choice] }, problems: [] });
    expect(check(form, { county: '建德', village: [{ ...choice, sign: signature }] }).problems).toHaveLength(
      1,
    );
  });

  test('of a way is accepted only as a whole, to its end', () => {
    const cascade = compile({ ...select, 'x-component': 'cascader-select' });
    const first = offered(cascade, 'village', '淳安');
    const [second] = first.children ?? [];
    const way = [first, second].map((each) => ({ value: each?.value, label: each?.label, sign: each?.sign }));
    expect(check(cascade, { county: '淳安', village: way }).problems).toEqual([]);
    for (const wrong of [way.slice(0, 1), way.slice(1), [way[1], way[0]]])
      expect(check(cascade, { county: '淳安', village: wrong }).problems).toHaveLength(1);
  });

  test('is not looked for among more choices than the field may have', () => {
    let asked = 0;
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...choice, value: `${i}`, sign: 's' }));
    for (const [component, limit] of [
      ['checkbox', 200],
      ['cascader-select', 5],
    ] as const) {
      const multiple = compile({ ...select, 'x-component': component });
      const refusedWith = (count: number) => {
        asked = 0;
        const { problems } = checkRemoteChoices(
          multiple,
          { village: many(count) },
          {
            authority: { '*': 2 },
            known: [],
            isOffered() {
              asked += 1;
              return true;
            },
          },
        );
        return [problems.length, asked];
      };
      expect(refusedWith(limit)).toEqual([0, limit]);
      expect(refusedWith(limit + 1)).toEqual([1, 0]);
    }
  });

  test('is compared by its value, and read by its label', () => {
    const linked: FieldModel = {
      id: 'note',
      title: '说明',
      'x-component': 'single-line',
      linkage: [{ when: { field: 'village', is: 'equals', value: '01' }, effects: ['show'] }],
    };
    const withLinkage = compile(select, linked);
    const values = { county: '淳安', village: [choice], note: '有' };
    expect(evaluateLinkage(withLinkage, values).fields.note?.visible).toBe(true);
    expect(conditionValues(withLinkage, values).village).toBe('01');
    expect(textOfForm(withLinkage, values).find(({ id }) => id === 'village')?.text).toBe('汾口村');
  });

  test('is refused in another shape, and when there are several', () => {
    const merge = (village: unknown) =>
      mergeSubmission(form, {}, { village }, { '*': 2 }).problems.map(({ message }) => message);
    expect(merge('01')).toEqual(['村格式不正确']);
    expect(merge([{ value: '01' }])).toEqual(['村格式不正确']);
    expect(merge([choice])).toEqual([]);
  });
});

describe('interfaces of a form', () => {
  test('leave the server without address, headers and fixed values', () => {
    const json = JSON.stringify(withoutTargets(modelOf(select)));
    for (const secret of ['example.cn', 'secret', 'fixed', 'GET']) expect(json).not.toContain(secret);
    expect(compileForm(JSON.parse(json))).not.toBeInstanceOf(Array);
  });

  test('are refused where a parameter has no value that the server and the browser have alike', () => {
    const problemsWith = (field: Partial<FieldModel>) => {
      const model = modelOf(select);
      const fields = [{ ...county, ...field }, select, { ...county, id: 'other' }];
      const form = compileForm({ ...model, schema: { fields } });
      return Array.isArray(form) ? form.map(({ message }) => message) : [];
    };
    expect(problemsWith({})).toEqual([]);
    for (const computedRule of ['always', 'untilChanged'] as const)
      expect(problemsWith({ computed: 'other', computedRule })).toEqual([
        '接口“清单”的参数不能是自动计算的字段“县”',
      ]);
    for (const component of ['applicant', 'handler'])
      expect(problemsWith({ 'x-component': component })).toEqual(['接口“清单”的参数不能取自字段“县”']);
    for (const [component, value, text] of [
      ['organisation', [{ id: 'a', name: '甲局' }], 'a'],
      ['jurisdiction', [{ id: 'a', name: '甲局' }], 'a'],
      ['date-range', ['2026-03-01', '2026-03-02'], '2026-03-01,2026-03-02'],
    ] as const) {
      expect(problemsWith({ 'x-component': component })).toEqual([]);
      const field = compile({ id: 'a', title: '甲', 'x-component': component }).byId.get('a');
      expect(parametersOf({ reads: ['a'] }, () => field && { field, value })).toEqual({ a: text });
    }
  });

  test('are refused where they name what is not there', () => {
    expect(problemsOf({ ...select, optionsInterface: 'none' })).toContain('没有接口“none”');
    expect(problemsOf({ ...select, 'x-component': 'number' })).toContain('只有选择类的字段可以从接口取选项');
    expect(problemsOf({ ...select, options: [choice] })).toEqual([
      '选项来自接口时，不能再列出选项或用联动设置选项',
    ]);
    const secret: FieldModel = { ...county, 'x-secret': true, 'x-secret-rule': 'name' };
    const model = { ...modelOf(select), schema: { fields: [secret, select] } };
    expect(compileForm(model)).toEqual([{ field: 'village', message: '接口“清单”的参数不能是脱敏字段“县”' }]);
    expect(
      problemsOf({ id: 'a', title: '甲', 'x-component': 'single-line', autoCompleteInterface: 'list' }),
    ).toEqual(['接口“清单”没有以正在输入的文字为参数，不能用于提示输入']);
    expect(
      problemsOf({ id: 'a', title: '甲', 'x-component': 'single-line', queryInterface: 'list' }),
    ).toEqual(['接口“清单”没有要填入字段的结果']);
  });
});

describe('the options in an answer', () => {
  const read = (data: unknown, definition: Partial<FormInterface> = {}, levels = 1) =>
    readOptions({ ...list, ...definition }, { errcode: 0, data }, levels);

  test('are read by the names that the interface has for them (S2 §7)', () => {
    expect(read([{ label: '甲', key: 1 }])).toEqual([{ value: '1', label: '甲' }]);
    const responseParams = [
      { key: 'base.code', part: 'value' as const },
      { key: 'below', part: 'children' as const },
    ];
    expect(read([{ base: { code: 'a' }, below: [{ base: { code: 'b' } }] }], { responseParams }, 2)).toEqual([
      { value: 'a', label: 'a', children: [{ value: 'b', label: 'b' }] },
    ]);
  });

  test('are refused if the texts for fields are too long in all', () => {
    const responseParams = Array.from({ length: 20 }, (_, i) => ({ key: 'about', field: `f${i}` }));
    const data = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ value: i, about: '文'.repeat(1000) }));
    expect(read(data(25), { responseParams })).toHaveLength(25);
    expect(read(data(26), { responseParams })).toEqual({ fault: '接口给出的内容过长' });
  });

  test('are each listed once, without control characters and inherited members', () => {
    expect(
      read([
        { value: 'a', label: '甲\u0000' },
        { value: 'a', label: '乙' },
      ]),
    ).toEqual([{ value: 'a', label: '甲' }]);
    expect(read([Object.create({ value: 'x' })])).toEqual({ fault: '接口给出的第1个选项无法识别' });
    expect(read([{ value: 'x'.repeat(201) }])).toEqual({ fault: '接口给出的第1个选项无法识别' });
  });
});
