import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import styles from '../form.module.css';
import { openForm, stubPhone } from '../test-form-view.tsx';
import { prefetchDateField } from './date/LazyDateField.tsx';
import { kindViews } from './kind-views.ts';
import { prefetchLightKinds } from './LightKindField.tsx';
import { prefetchRichText } from './rich-text/LazyRichTextField.tsx';
import {
  cases,
  choose,
  HandlerChooser,
  loadOrganisations,
  OrganisationChooser,
  RegionChooser,
  uploadFile,
} from './test-kind-cases.tsx';
import { phoneCases } from './test-phone-cases.tsx';

beforeAll(async () => {
  await Promise.all([prefetchDateField(), prefetchLightKinds(), prefetchRichText()]);
});

it('the cases cover every kind', () => {
  expect(new Set([...Object.keys(cases), 'heading', 'divider'])).toEqual(new Set(Object.keys(kindViews)));
});

const renderings = [
  ...Object.entries(cases).map(([name, kind]) => ({ name, kind, where: 'on a desktop', isPhone: false })),
  ...Object.entries({ ...cases, ...phoneCases }).map(([name, kind]) => ({
    name,
    kind,
    where: 'on a phone',
    isPhone: true,
  })),
];

describe.each(renderings)('kind $name $where', ({ name, kind, isPhone }) => {
  beforeEach(() => {
    if (isPhone) stubPhone();
  });
  afterEach(() => void vi.unstubAllGlobals());

  const { role, model, value, text, edit, edited, clear, cleared } = kind;
  const field = { id: 'x', title: '名目', 'x-component': name, ...model } satisfies FieldModel;
  const findControl = () =>
    ['', 'password'].includes(role)
      ? screen.getByLabelText(/名目/, { selector: 'input' })
      : screen.getByRole(role, { name: /名目/ });

  it('has an accessible name and a description from its help text', () => {
    openForm([{ ...field, help: '怎样填写' }]);
    const control = findControl();
    const descriptionId = control.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(descriptionId)?.textContent).toBe('怎样填写');
  });

  it('required: marks the label, and shows the missing value at the field and in the summary', () => {
    const { handle } = openForm([{ ...field, required: true }]);
    expect(screen.getByText('*')).toBeTruthy();
    act(() => void handle().validate());
    const control = findControl();
    const descriptionId = (control.getAttribute('aria-describedby') ?? '').split(' ').at(-1) ?? '';
    expect(document.getElementById(descriptionId)?.textContent).toContain('名目不能为空');
    expect(screen.getByRole('alert').textContent).toContain('名目不能为空');
    if (!['group', 'button'].includes(role)) expect(control.getAttribute('aria-invalid')).toBe('true');
  });

  it('disabled by linkage: shows its value and accepts no input', () => {
    const trigger: FieldModel = { id: 'lock', title: '锁', 'x-component': 'single-line' };
    const linkage = [{ when: { field: 'lock', is: 'exists' as const }, effects: ['disable' as const] }];
    const { container } = openForm([trigger, { ...field, linkage }], { values: { lock: '是', x: value } });
    const controls = container.querySelectorAll(
      `[data-path="x"] :is(input:not([hidden]), textarea, button:not(.${styles.fileName}, [data-fold]))`,
    );
    expect(controls.length).toBeGreaterThan(0);
    for (const element of controls) expect((element as HTMLInputElement).disabled).toBe(true);
  });

  it('authority 1: is shown as text, without a control', () => {
    const { container } = openForm([field], { values: { x: value }, authority: { x: 1 } });
    const box = container.querySelector('[data-path="x"]');
    expect(box?.textContent).toContain(text);
    expect(box?.querySelector('input, textarea')).toBeNull();
  });

  it('read-only form: is shown as text for every authority', () => {
    const { container, handle } = openForm([field], { values: { x: value }, mode: 'read' });
    expect(container.querySelector('[data-path="x"]')?.textContent).toContain(text);
    expect(container.querySelector('input, textarea')).toBeNull();
    expect(handle().values()).toEqual({});
  });

  it('authority 0: is absent', () => {
    const { container } = openForm([field], { values: { x: value }, authority: { x: 0 } });
    expect(container.querySelector('[data-path="x"]')).toBeNull();
  });

  it('authority 2: sends its original value, its edited value, and an empty value once cleared', async () => {
    const { handle } = openForm(
      [field],
      { values: { x: value } },
      { RegionChooser, HandlerChooser, OrganisationChooser, loadOrganisations, uploadFile },
    );
    const sentValue = () => handle().values().x;
    expect(sentValue()).toMatchObject(value as object);
    expect(handle().touched()).toBe(false);
    await edit(findControl());
    await waitFor(() => expect(sentValue()).toMatchObject(edited as object));
    expect(handle().touched()).toBe(true);
    await clear(findControl());
    await waitFor(() => expect(sentValue()).toEqual(cleared));
  });

  it('gets the focus when the summary or the server links to it', () => {
    const { handle, container } = openForm([field], { values: { x: value } });
    act(() => handle().focusField('x'));
    expect(container.querySelector('[data-path="x"]')?.contains(document.activeElement)).toBe(true);
  });
});

it.each(['住建', 'zhufang', 'zjj'])('an organisation is found by “%s”', async (text) => {
  const field: FieldModel = { id: 'x', title: '承办单位', 'x-component': 'organisation' };
  const found = { id: 'zjj', name: '住房和城乡建设局', pinyin: 'zhu fang he cheng xiang jian she ju' };
  const other = { id: 'rsj', name: '人社局', pinyin: 'ren she ju' };
  const { handle } = openForm([field], {}, { loadOrganisations: async () => [other, found] });
  const box = screen.getByRole('combobox', { name: '承办单位' });
  fireEvent.mouseDown(box);
  fireEvent.change(box, { target: { value: text } });
  await choose(found.name);
  expect(screen.queryByTitle(other.name)).toBeNull();
  // The pinyin is only for the search.
  expect(handle().values().x).toEqual([{ id: 'zjj', name: found.name }]);
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

  it('masks what this person typed while the field has no focus', () => {
    openForm([field], { values: { x: '13812345678' } });
    const box = screen.getByRole<HTMLInputElement>('textbox');
    expect(box.value).toBe('138****5678');
    act(() => box.focus());
    expect(box.value).toBe('13812345678');
  });

  it('shows what was typed when the person asks for it, and hides it again', () => {
    openForm([field], { values: { x: '13812345678' } });
    const box = screen.getByRole<HTMLInputElement>('textbox');
    fireEvent.click(screen.getByRole('button', { name: '显示手机' }));
    expect(box.value).toBe('13812345678');
    fireEvent.click(screen.getByRole('button', { name: '隐藏手机' }));
    expect(box.value).toBe('138****5678');
  });

  it('keeps the focus while the first character replaces a value of the server', () => {
    openForm([field], { values: { x: '138****5678' }, masked: ['x'] });
    const box = screen.getByRole<HTMLInputElement>('textbox');
    act(() => box.focus());
    fireEvent.change(box, { target: { value: '1' } });
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    expect(box.isConnected).toBe(true);
  });

  it('selects its text when Tab leads to it, so that typing replaces it', async () => {
    openForm([field], { values: { x: '13812345678' } });
    const box = screen.getByRole<HTMLInputElement>('textbox');
    await act(async () => {
      box.setSelectionRange(0, box.value.length);
      box.focus();
    });
    expect([box.selectionStart, box.selectionEnd]).toEqual([0, '13812345678'.length]);
  });
});
