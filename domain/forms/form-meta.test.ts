import { expect, it } from 'vitest';
import { compileForm } from './compile.ts';
import { formMetaOf } from './form-meta.ts';
import { maskForm } from './mask.ts';
import type { FormModel } from './model.ts';

const model: FormModel = {
  globalConfig: { code: 'letter', title: '来信', columns: 1, allowEdit: [] },
  schema: {
    fields: [
      { id: 'part', title: '基本情况', 'x-component': 'heading' },
      {
        id: 'phone',
        title: '电话',
        'x-component': 'single-line',
        'x-props': { placeholder: '请输入手机号' },
        'x-encryption': true,
        'x-secret': true,
        'x-secret-rule': 'mobile',
      },
      { id: 'kind', title: '类别', 'x-component': 'single-line' },
      {
        id: 'other',
        title: '其他类别',
        'x-component': 'single-line',
        linkage: [{ when: { field: 'kind', is: 'equals', value: '其他' }, effects: ['show'] }],
      },
      { id: 'note', title: '内部备注', 'x-component': 'textarea' },
    ],
  },
};

it('form-meta items contain title, value, visibility, component and protection of each field (S2 §3)', () => {
  const form = compileForm(model);
  if (Array.isArray(form)) throw new Error(form[0]?.message);
  const authority = { part: 1, phone: 1, kind: 2, other: 2, note: 0 } as const;
  const stored = { phone: '13800138000', kind: '咨询', other: '不显示', note: '不公开' };
  const { values } = maskForm(form, stored, { authority, mayReveal: false });
  const plain = { 'x-props': {}, 'x-encryption': false, 'x-secret': false, 'x-secret-rule': '' };
  expect(formMetaOf(form, model, { content: values, values, authority })).toEqual({
    part: { ...plain, title: '基本情况', value: null, visible: true, 'x-component': 'heading' },
    phone: {
      title: '电话',
      value: '138****8000',
      visible: true,
      'x-component': 'single-line',
      'x-props': { placeholder: '请输入手机号' },
      'x-encryption': true,
      'x-secret': true,
      'x-secret-rule': 'mobile',
    },
    kind: { ...plain, title: '类别', value: '咨询', visible: true, 'x-component': 'single-line' },
    other: { ...plain, title: '其他类别', value: null, visible: false, 'x-component': 'single-line' },
    note: { ...plain, title: '内部备注', value: null, visible: false, 'x-component': 'textarea' },
  });
});
