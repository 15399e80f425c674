import { describe, expect, it } from 'vitest';
import type { FieldModel } from './model.ts';
import { buildForm } from './test-forms.ts';
import { textOfForm } from './text.ts';
import { validateForm } from './validate.ts';

const now = new Date('2026-11-20T02:00:00Z');
const name: FieldModel = { id: 'name', title: '姓名', 'x-component': 'single-line', required: true };
const mobile: FieldModel = { ...name, id: 'mobile', title: '手机', rules: [{ rule: 'mobile' }] };
const kind: FieldModel = {
  id: 'kind',
  title: '类型',
  'x-component': 'radio',
  options: [{ value: 'a', label: '甲' }],
};
const people: FieldModel = {
  id: 'people',
  title: '人员',
  'x-component': 'table',
  required: true,
  'x-props': { maxRows: 3 },
  columns: [name, { ...mobile, 'x-secret': true, 'x-secret-rule': 'mobile' }],
};
const section: FieldModel = { id: 'section', title: '受理', 'x-component': 'heading' };
const form = buildForm([name, kind, people, section, { ...name, id: 'opinion', title: '意见' }]);

describe('validation of a form', () => {
  it('lists all problems at once, each at its path', () => {
    const values = {
      kind: 'z',
      people: [
        { name: '甲', mobile: '13812345678' },
        { name: '', mobile: '1' },
      ],
    };
    expect(validateForm(form, values, { '*': 2 }, { now })).toEqual([
      { field: 'name', message: '姓名不能为空' },
      { field: 'kind', message: '请选择有效的选项' },
      { field: 'people[1].name', message: '姓名不能为空' },
      { field: 'people[1].mobile', message: '请输入正确的手机号' },
      { field: 'opinion', message: '意见不能为空' },
    ]);
  });

  it('ignores fields that this person cannot edit', () => {
    expect(validateForm(form, {}, {}, { now })).toEqual([]);
    expect(validateForm(form, {}, { '*': 2, name: 0, people: 1, section: 1 }, { now })).toEqual([]);
  });

  it('applies the authority of a section to its fields', () => {
    expect(validateForm(form, {}, { section: 2 }, { now })).toEqual([
      { field: 'opinion', message: '意见不能为空' },
    ]);
  });

  it('reports a value of a wrong type', () => {
    expect(validateForm(form, { name: { a: 1 } }, { name: 2 }, { now })).toEqual([
      { field: 'name', message: '姓名格式不正确' },
    ]);
  });

  it('accepts an unchanged mask', () => {
    const values = { people: [{ name: '甲', mobile: '138****5678' }] };
    const settings = { now, masked: new Set(['people[0].mobile']) };
    expect(validateForm(form, values, { people: 2 }, settings)).toEqual([]);
    expect(validateForm(form, values, { people: 2 }, { now })).toHaveLength(1);
  });
});

describe('text of a form', () => {
  it('shows labels for codes and rows for tables, and leaves out hidden fields', () => {
    const values = { name: '张三', kind: 'a', people: [{ name: '李四', mobile: '13812345678' }] };
    expect(textOfForm(form, values, { '*': 1, opinion: 0 })).toEqual([
      { id: 'name', title: '姓名', text: '张三' },
      { id: 'kind', title: '类型', text: '甲' },
      {
        id: 'people',
        title: '人员',
        text: '共1行',
        rows: [
          [
            { id: 'name', title: '姓名', text: '李四' },
            { id: 'mobile', title: '手机', text: '13812345678' },
          ],
        ],
      },
    ]);
  });
});
