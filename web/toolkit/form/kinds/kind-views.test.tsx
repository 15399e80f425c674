import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { KindName } from '#domain/forms/kinds/kinds.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { openForm } from '../test-form-view.tsx';
import { kindViews } from './kind-views.ts';

interface KindCase {
  role: string;
  model?: Partial<FieldModel>;
  value: unknown;
  text: string;
}

const options = [
  { value: 'a', label: '甲' },
  { value: 'b', label: '乙' },
];
const columns: FieldModel[] = [{ id: 'cell', title: '格', 'x-component': 'single-line' }];

/** One list for all kinds; a kind that is not here does not compile. */
const cases: Record<Exclude<KindName, 'heading'>, KindCase> = {
  'single-line': { role: 'textbox', value: '张三丰', text: '张三丰' },
  textarea: { role: 'textbox', value: '第一行', text: '第一行' },
  number: { role: 'spinbutton', model: { 'x-props': { unit: '人' } }, value: 12, text: '12 人' },
  radio: { role: 'radiogroup', model: { options }, value: 'a', text: '甲' },
  checkbox: { role: 'group', model: { options }, value: ['a', 'b'], text: '甲、乙' },
  select: { role: 'combobox', model: { options }, value: 'b', text: '乙' },
  date: { role: 'textbox', value: '2026-11-20', text: '2026-11-20' },
  region: { role: 'combobox', value: [{ code: '330000', name: '浙江省' }], text: '浙江省' },
  upload: { role: 'button', value: [{ id: 'f', name: '来信.pdf', size: 2048 }], text: '来信.pdf' },
  table: { role: 'group', model: { columns }, value: [{ cell: '内容' }], text: '内容' },
};

it('has a case for every kind', () => {
  expect(new Set([...Object.keys(cases), 'heading'])).toEqual(new Set(Object.keys(kindViews)));
});

describe.each(Object.entries(cases))('kind %s', (name, { role, model, value, text }) => {
  const field = { id: 'x', title: '名目', 'x-component': name, ...model } satisfies FieldModel;
  const named = () => screen.getByRole(role, { name: /名目/ });

  it('has an accessible name, and its help described', () => {
    openForm([{ ...field, help: '怎样填写' }]);
    const control = named();
    const described = control.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('怎样填写');
  });

  it('required: marks the label, says what is missing at the field and in the summary', () => {
    const { handle } = openForm([{ ...field, required: true }]);
    expect(document.querySelector('.form-required')).not.toBeNull();
    act(() => void handle().validate());
    const control = named();
    const described = (control.getAttribute('aria-describedby') ?? '').split(' ').at(-1) ?? '';
    expect(document.getElementById(described)?.textContent).toContain('名目不能为空');
    expect(screen.getByRole('alert').textContent).toContain('名目不能为空');
    if (!['group', 'button'].includes(role)) expect(control.getAttribute('aria-invalid')).toBe('true');
  });

  it('disabled by linkage: shows its value and takes no input', () => {
    const trigger: FieldModel = { id: 'lock', title: '锁', 'x-component': 'single-line' };
    const linkage = [{ when: { field: 'lock', is: 'exists' as const }, effects: ['disable' as const] }];
    const { container } = openForm([trigger, { ...field, linkage }], { values: { lock: '是', x: value } });
    const inside = container.querySelectorAll(
      '[data-path="x"] :is(input:not([hidden]), textarea, button:not(.form-file-name))',
    );
    expect(inside.length).toBeGreaterThan(0);
    for (const element of inside) expect((element as HTMLInputElement).disabled).toBe(true);
  });

  it('authority 1: is read as text, without a control', () => {
    const { container } = openForm([field], { values: { x: value }, authority: { x: 1 } });
    const box = container.querySelector('[data-path="x"]');
    expect(box?.textContent).toContain(text);
    expect(box?.querySelector('input, textarea')).toBeNull();
  });

  it('read-only form: is read as text whatever the authority', () => {
    const { container, handle } = openForm([field], { values: { x: value }, mode: 'read' });
    expect(container.querySelector('[data-path="x"]')?.textContent).toContain(text);
    expect(container.querySelector('input, textarea')).toBeNull();
    expect(handle().values()).toEqual({});
  });

  it('authority 0: is not there', () => {
    const { container } = openForm([field], { values: { x: value }, authority: { x: 0 } });
    expect(container.querySelector('[data-path="x"]')).toBeNull();
  });

  it('authority 2: holds its value and sends it', () => {
    const { handle } = openForm([field], { values: { x: value } });
    expect(named()).toBeDefined();
    expect(handle().values().x).toMatchObject(value as object);
    expect(handle().touched()).toBe(false);
  });

  it('takes the focus when the summary or the server points at it', () => {
    const { handle, container } = openForm([field], { values: { x: value } });
    act(() => handle().focusField('x'));
    expect(container.querySelector('[data-path="x"]')?.contains(document.activeElement)).toBe(true);
  });
});

describe.each(['single-line', 'textarea'])('masked %s', (name) => {
  const field: FieldModel = {
    id: 'x',
    title: '手机',
    'x-component': name,
    'x-secret': true,
    'x-secret-rule': 'mobile',
  };

  it('shows the mask, opens empty, and keeps the mask when nothing is typed', () => {
    const { handle } = openForm([field], { values: { x: '138****5678' }, masked: ['x'] });
    const box = screen.getByRole<HTMLInputElement>('textbox');
    expect(box.value).toBe('138****5678');
    act(() => box.focus());
    expect(box.value).toBe('');
    act(() => box.blur());
    expect(box.value).toBe('138****5678');
    expect(handle().validate()).toEqual([]);
    expect(handle().values()).toEqual({ x: '138****5678' });
  });

  it('shows what this person typed as a mask while the focus is elsewhere', () => {
    openForm([field], { values: { x: '13812345678' } });
    const box = screen.getByRole<HTMLInputElement>('textbox');
    expect(box.value).toBe('138****5678');
    act(() => box.focus());
    expect(box.value).toBe('13812345678');
  });
});
