import { describe, expect, it } from 'vitest';
import { formFacts } from '../documents/form-facts.ts';
import { compileForm } from './compile.ts';
import { compileNewForm } from './compile-new.ts';
import type { CompiledForm } from './compiled-form.ts';
import { fieldRuleCalls, valuesByFieldId } from './library-rules.ts';
import { evaluateLinkage } from './linkage.ts';
import { maskForm } from './mask.ts';
import { mergeSubmission, problemsOfMerged } from './merge.ts';
import type { FieldModel, FormModel } from './model.ts';
import { removedProtections } from './protection.ts';
import { maskKnown } from './secret-values.ts';

const field: FieldModel = { id: 'person', title: '代理人', 'x-component': 'applicant', required: true };
const modelOf = (...fields: FieldModel[]): FormModel => ({
  schema: { fields },
  globalConfig: { code: 'test', title: '测试', columns: 2, allowEdit: [] },
});
const compile = (model: FormModel): CompiledForm => {
  const form = compileForm(model);
  if (Array.isArray(form)) throw new Error(JSON.stringify(form));
  return form;
};
const form = compile(modelOf(field));
const all = { '*': 2 } as const;
const person = { name: '张三丰', certCategory: '10', certCode: '11010519491231002X', mobile: '13800138000' };
const masked = { name: '**丰', certCategory: '10', certCode: '**************002X', mobile: '138****8000' };
const now = new Date('2026-11-30T02:00:00Z');

const submit = (sent: unknown, stored: unknown = person) => {
  const merged = mergeSubmission(form, { person: stored }, { person: sent }, all);
  return { value: merged.values.person, problems: problemsOfMerged(form, merged, all, { now }) };
};

describe('an applicant in a form (S2 §3, §5)', () => {
  it('is masked in its parts like the applicant card, unless the reader may see it', () => {
    expect(maskForm(form, { person }, { mayReveal: false })).toEqual({
      values: { person: masked },
      masked: ['person'],
    });
    expect(maskForm(form, { person }, { mayReveal: true })).toEqual({ values: { person }, masked: [] });
  });

  it('keeps the stored parts of which the masks return, and takes the typed ones', () => {
    expect(submit(masked)).toEqual({ value: person, problems: [] });
    expect(submit({ ...masked, mobile: '13900139000' }).value).toEqual({ ...person, mobile: '13900139000' });
  });

  it('checks a typed part together with the stored ones', () => {
    expect(submit({ ...masked, certCategory: '20' })).toEqual({
      value: { ...person, certCategory: '20' },
      problems: [],
    });
    expect(submit({ ...masked, mobile: '138' }).problems).toEqual([
      { field: 'person', message: '请输入正确的手机号' },
    ]);
  });

  it('refuses a mask of which no value is stored', () => {
    const problem = { field: 'person', message: '代理人仍为脱敏内容，请重新填写' };
    expect(submit({ ...masked, certCode: '**************1234' }).problems).toEqual([problem]);
    expect(submit(masked, null).problems).toContainEqual(problem);
  });

  it('reports every part that is missing or wrong, and with a draft only wrong ones', () => {
    const sent = { name: '', certCategory: '10', certCode: '1234', mobile: '' };
    expect(submit(sent).problems.map(({ message }) => message)).toEqual([
      '申请人姓名不能为空',
      '手机号码不能为空',
      '请输入正确的证件',
    ]);
    const merged = mergeSubmission(form, {}, { person: sent }, all);
    const draft = problemsOfMerged(form, merged, all, { now, allowsIncomplete: true });
    expect(draft.map(({ message }) => message)).toEqual(['请输入正确的证件']);
    const petitioner = compile(modelOf({ ...field, 'x-props': { applicantWord: '信访人' } }));
    const petition = mergeSubmission(petitioner, {}, { person: { mobile: '020-12345678' } }, all);
    expect(problemsOfMerged(petitioner, petition, all, { now })).toEqual([
      { field: 'person', message: '信访人姓名不能为空' },
    ]);
  });

  it('is always encrypted, is read by no linkage, and has no default', () => {
    expect(form.byId.get('person')?.encrypted).toBe(true);
    const reads = { when: { field: 'person', is: 'exists' as const }, effects: ['hide' as const] };
    const other: FieldModel = { id: 'other', title: '备注', 'x-component': 'single-line', linkage: [reads] };
    expect(compileForm(modelOf(field, other))).toEqual([
      { field: 'other', message: '联动不能引用“代理人”，其内容脱敏' },
    ]);
    expect(compileNewForm(modelOf({ ...field, default: person }))).toEqual([
      { field: 'person', message: '该类型的字段没有默认值' },
    ]);
    expect(compileNewForm(modelOf({ ...field, 'x-props': { applicantWord: '张三' as never } }))).toEqual([
      { field: 'person', message: '称谓（applicantWord）应为申请人或信访人' },
    ]);
  });

  it('is given to no rule of the library, also in a table (S1 §5)', () => {
    const table: FieldModel = { id: 'table', title: '人员', 'x-component': 'table', columns: [field] };
    const other: FieldModel = { id: 'other', title: '备注', 'x-component': 'single-line' };
    const call = {
      rule: 'process' as const,
      code: 'r',
      fields: { one: 'person', all: 'table', text: 'other' },
    };
    const fields = [field, table, { ...other, rules: [call] }];
    expect(compileNewForm(modelOf(...fields))).toEqual([
      { field: 'other', message: '规则库的规则不能引用脱敏字段或密码字段“代理人”' },
      { field: 'other', message: '规则库的规则不能引用脱敏字段或密码字段“人员”' },
    ]);
    // A form published earlier.
    const plain = compile(modelOf(field, table, other));
    const rules = [{ rule: call, check: () => undefined }];
    const earlier = {
      ...plain,
      fields: plain.fields.map((each) => (each.id === 'other' ? { ...each, rules } : each)),
    };
    const values = { person, table: [{ person }], other: '甲' };
    const [first] = fieldRuleCalls(earlier, evaluateLinkage(earlier, values));
    expect(first?.values).toEqual({ one: null, all: null, text: '甲' });
    expect(valuesByFieldId([{ form: plain, values }])).toEqual({ other: '甲' });
  });

  it('cannot become a field that shows its value', () => {
    const text = modelOf({ ...field, 'x-component': 'single-line', 'x-encryption': true });
    expect(removedProtections(modelOf(field), text)).toEqual([
      { field: 'person', message: '字段“代理人”已脱敏显示，不能取消脱敏' },
    ]);
  });

  it('is printed in a document with its name, and its numbers masked unless the template shows them', () => {
    expect(formFacts(form, { person }, all, 'masked').person).toBe(
      '张三丰，居民身份证 **************002X，手机号码 138****8000',
    );
    expect(formFacts(form, { person }, all, 'clear').person).toContain('13800138000');
  });

  it('shows its typist again only what they typed', () => {
    const compiled = form.byId.get('person');
    if (!compiled) throw new Error('no field');
    const typed = { ...person, mobile: '13900139000' };
    expect(maskKnown(compiled, typed, [person])).toEqual({
      value: { ...masked, mobile: '13900139000' },
      isMasked: true,
    });
    expect(maskKnown(compiled, typed, [])).toEqual({ value: typed, isMasked: false });
  });
});
