import { describe, expect, it } from 'vitest';
import { compileForm } from './compile.ts';
import { withMappedProtection } from './mapped-protection.ts';
import { maskForm } from './mask.ts';
import type { FormModel } from './model.ts';

const formOf = (...fields: object[]) =>
  ({
    globalConfig: { code: 'letter', title: '来信', columns: 1, allowEdit: [] },
    schema: { fields },
  }) as unknown as FormModel;
const field = (options: object, id = 'x') => ({
  id,
  title: '字段',
  'x-component': 'single-line',
  ...options,
});

function compiled(...fields: object[]) {
  const form = compileForm(withMappedProtection(formOf(...fields)).model);
  if (Array.isArray(form)) throw new Error(form[0]?.message);
  return form;
}

describe('options of a mapped applicant field (S2 §3)', () => {
  it('encrypt and mask each field for itself, with the usual mask or the named one', () => {
    const form = compiled(
      field({ 'name-encryption': true, 'name-secret': false }, 'a'),
      field({ 'certCode-secret': true, 'certCode-encryption': true }, 'b'),
      field({ 'x-applicant': 'mobile', 'mobile-secret': true, 'mobile-secret-rule': 'landline' }, 'c'),
      field({ 'mobile-secret': true, 'show-secret': true }, 'd'),
      field({}, 'e'),
    );
    expect(
      form.fields.map(({ id, encrypted, maskRule, applicantValue }) => [
        id,
        encrypted,
        maskRule,
        applicantValue,
      ]),
    ).toEqual([
      ['a', true, undefined, 'name'],
      ['b', true, 'certCode', 'certCode'],
      ['c', false, 'landline', 'mobile'],
      ['d', false, undefined, 'mobile'],
      ['e', false, undefined, undefined],
    ]);
  });

  it.each([
    ['name', '王秀英', '**英'],
    ['certCode', '11010519491231002X', '**************002X'],
    ['mobile', '13800138000', '138****8000'],
  ])('mask %s as S2 §5 says', (value, text, mask) => {
    const form = compiled(field({ [`${value}-secret`]: true }));
    expect(maskForm(form, { x: text }, { mayReveal: false }).values).toEqual({ x: mask });
  });

  it('leave no key of their own in the model, and leave every other form as it is', () => {
    const { model } = withMappedProtection(formOf(field({ 'name-secret': true })));
    expect(model.schema.fields[0]).toEqual(
      field({ 'x-applicant': 'name', 'x-secret': true, 'x-secret-rule': 'name' }),
    );
    const plain = formOf(field({ 'x-secret': true, 'x-secret-rule': 'address' }));
    expect(withMappedProtection(plain)).toEqual({ model: plain, problems: [] });
  });

  it.each([
    [
      { 'x-applicant': 'mobile', 'certCode-secret': true },
      'certCode 的保护选项只能用于取自申请人“证件号码”的字段',
    ],
    [{ 'name-secret': true, 'mobile-secret': true }, '一个字段只能取自申请人的一项'],
    [{ 'name-secret': 'yes' }, 'name-secret 应为 true 或 false'],
  ])('that contradict the field are reported: %j', (options, message) => {
    expect(withMappedProtection(formOf(field(options))).problems).toEqual([{ field: 'x', message }]);
  });

  it('with an unknown mask are refused when the form is compiled', () => {
    const { model } = withMappedProtection(
      formOf(field({ 'name-secret': true, 'name-secret-rule': 'none' })),
    );
    expect(compileForm(model)).toEqual([{ field: 'x', message: '脱敏规则不存在' }]);
  });

  it.each([null, {}, { schema: null }, { schema: { fields: [null, 3] } }])(
    'of no form do no harm: %j',
    (model) => {
      expect(withMappedProtection(model as unknown as FormModel).problems).toEqual([]);
    },
  );
});
