import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { hasPart } from './form-part.ts';
import { openForm } from './test-form-view.tsx';

const fields = [
  { id: 'subject', title: '标题', 'x-component': 'single-line' as const },
  { id: 'units', title: '协办单位', 'x-component': 'single-line' as const, required: true },
  { id: 'hidden', title: '内部', 'x-component': 'single-line' as const },
];
const values = { subject: '路灯不亮', units: '县住建局', hidden: 'x' };
const authority = { '*': 1, hidden: 0 } as const;

const open = (change: Partial<typeof values> = {}, mode: 'edit' | 'read' = 'edit') =>
  openForm(
    fields,
    { values: { ...values, ...change }, authority, mode },
    {},
    { allowEdit: ['units', 'hidden'] },
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (text: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value: text } });

describe('allowEdit field that is read-only at the node (S1 §6)', () => {
  it('is read-only, with a link beside it that opens it for editing in place', () => {
    const form = open();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText('县住建局')).toBeTruthy();
    press('修改协办单位');
    expect(screen.getByRole('textbox', { name: '协办单位' })).toBe(document.activeElement);
    type('县综合执法局');
    press('确定修改协办单位');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText('县综合执法局')).toBeTruthy();
    expect(screen.getByText('已修改，办理时一并提交')).toBeTruthy();
    expect(screen.getByRole('button', { name: '修改协办单位' })).toBe(document.activeElement);
    expect(form.handle().values()).toEqual({ units: '县综合执法局' });
    expect(form.handle().touched()).toBe(true);
  });

  it('has no link where it cannot be changed, is hidden, or no action is possible', () => {
    open();
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      '修改协办单位',
    ]);
  });

  it('has no link for a person who only reads', () => {
    open({}, 'read');
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('县住建局')).toBeTruthy();
  });

  it('restores the previous value when the change is cancelled', () => {
    const form = open();
    press('修改协办单位');
    type('写错了');
    press('取消修改协办单位');
    expect(screen.getByText('县住建局')).toBeTruthy();
    expect(screen.queryByText('已修改，办理时一并提交')).toBeNull();
    expect(form.handle().touched()).toBe(false);
  });

  it('is not changed when the original value is typed again', () => {
    open();
    for (const text of ['县综合执法局', '县住建局']) {
      press('修改协办单位');
      type(text);
      press('确定修改协办单位');
    }
    expect(screen.queryByText('已修改，办理时一并提交')).toBeNull();
  });

  it('stays open while it is invalid, and shows the problem', () => {
    open();
    press('修改协办单位');
    type('');
    press('确定修改协办单位');
    expect(screen.getByRole('textbox')).toBeTruthy();
    expect(screen.getByText('协办单位不能为空')).toBeTruthy();
  });

  it('opens automatically for correction when it is invalid at submission', () => {
    const form = open({ units: '' });
    expect(screen.queryByRole('textbox')).toBeNull();
    act(() => void form.handle().validate());
    expect(screen.getByRole('textbox', { name: '协办单位' })).toBeTruthy();
    expect(screen.getAllByText('协办单位不能为空')).not.toEqual([]);
  });

  it('belongs to the read-only part, open or not, and requires no input', () => {
    const { store } = open().handle();
    expect(hasPart(store, 'fill')).toBe(false);
    store.openEditLink('units');
    expect(hasPart(store, 'fill')).toBe(false);
    expect(hasPart(store, 'read')).toBe(true);
  });
});
