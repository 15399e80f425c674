import { describe, expect, it } from 'vitest';
import { fullAuthority } from './authority.ts';
import { maskForm } from './mask.ts';
import { mergeSubmission } from './merge.ts';
import type { FieldModel, FormValues } from './model.ts';
import { buildForm } from './test-forms.ts';
import { settleTypedMasks } from './typed-masks.ts';

const name: FieldModel = { id: 'name', title: '姓名', 'x-component': 'single-line' };
const mobile: FieldModel = {
  ...name,
  id: 'mobile',
  title: '手机',
  'x-secret': true,
  'x-secret-rule': 'mobile',
};
const people: FieldModel = { id: 'people', title: '人员', 'x-component': 'table', columns: [name, mobile] };
const form = buildForm([name, mobile, people]);

const stored = {
  name: '张三',
  mobile: '13812345678',
  people: [
    { name: '甲', mobile: '13800000001' },
    { name: '乙', mobile: '13800000002' },
  ],
};

const show = (values: FormValues, isOwn: boolean) =>
  settleTypedMasks(form, maskForm(form, values, { mayReveal: false }), { values, stored, isOwn });

/** What the order holds when what is shown is sent back as it is. */
const sentBack = (values: FormValues, isOwn: boolean) =>
  mergeSubmission(form, stored, show(values, isOwn).values, fullAuthority).values;

describe('masks of a form with typing over it', () => {
  const typed = {
    name: '张三改',
    mobile: '13899999999',
    people: [
      { name: '乙', mobile: '13800000002' },
      { name: '丙', mobile: '13800000003' },
      { name: '甲', mobile: '13800000009' },
    ],
  };

  it('stand for what the order holds alone; whoever typed the rest sees it, and nothing changes by coming back', () => {
    expect(show(typed, true)).toEqual({
      values: {
        name: '张三改',
        mobile: '13899999999',
        people: [
          { _uid: '1', name: '乙', mobile: '138****0002' },
          { name: '丙', mobile: '13800000003' },
          { _uid: '0', name: '甲', mobile: '13800000009' },
        ],
      },
      masked: ['people[0].mobile'],
    });
    expect(sentBack(typed, true)).toEqual(typed);
  });

  it('are no values: who did not type them types them again', () => {
    expect(sentBack(typed, false)).toEqual({
      name: '张三改',
      mobile: '',
      people: [
        { name: '乙', mobile: '13800000002' },
        { name: '丙', mobile: '' },
        { name: '甲', mobile: '' },
      ],
    });
  });

  it('know each row again wherever it stands, and a row that is there twice', () => {
    for (const rows of [
      [],
      stored.people.toReversed(),
      stored.people.slice(1),
      [...stored.people, ...stored.people],
      Array.from({ length: 200 }, (_, at) => ({ name: '甲', mobile: `138000${10_000 + at}` })),
    ])
      expect(sentBack({ ...stored, people: rows }, true)).toEqual({ ...stored, people: rows });
  });

  it('stay as they are where nothing was typed', () => {
    const { values, masked } = maskForm(form, stored, { mayReveal: false });
    expect(show(stored, false)).toEqual({ values, masked });
  });
});
