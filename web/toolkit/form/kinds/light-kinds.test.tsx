import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { mask, writeOnlyRule } from '#domain/sensitive/masks.ts';
import { openForm } from '../test-form-view.tsx';
import { prefetchDateField } from './date/LazyDateField.tsx';
import { prefetchLightKinds } from './LightKindField.tsx';
import { choose, tree, uploadFile } from './test-kind-cases.tsx';
import { press, type } from './test-nesting-cases.tsx';

beforeAll(async () => {
  await Promise.all([prefetchDateField(), prefetchLightKinds()]);
});

it('a divider separates two fields, and stands neither first nor last', () => {
  const field = (id: string): FieldModel => ({ id, title: id, 'x-component': 'single-line' });
  const { container } = openForm([
    field('a'),
    { id: 'line', title: '以下由窗口填写', 'x-component': 'divider' },
    field('b'),
  ]);
  expect(container.querySelector('[data-grid]')?.textContent).toContain('以下由窗口填写');
  expect(container.querySelector('[data-path="line"]')).toBeNull();
});

it.each(['switch', 'slider', 'rating'])('a %s that nobody has touched sends no value', (name) => {
  const { handle } = openForm([{ id: 'x', title: '名目', 'x-component': name }]);
  expect(handle().values().x).toBeNull();
  expect(screen.getByText(/^未(选择|评分)$/)).toBeTruthy();
});

it('a stored password shows as asterisks, opens empty, and is kept, replaced or removed', () => {
  const value = mask(writeOnlyRule, 'geheim');
  const field: FieldModel = { id: 'x', title: '口令', 'x-component': 'password', required: true };
  const { handle } = openForm([field], { values: { x: value }, masked: ['x'] });
  const box = screen.getByLabelText<HTMLInputElement>(/口令/, { selector: 'input' });
  expect([box.type, box.autocomplete, box.value]).toEqual(['password', 'new-password', '********']);
  act(() => box.focus());
  expect(box.value).toBe('');
  act(() => box.blur());
  expect(handle().validate()).toEqual([]);
  expect(handle().values()).toEqual({ x: value });
  act(() => box.focus());
  type('******')(box);
  expect(handle().values()).toEqual({ x: '******' });
  press('清除口令');
  expect(handle().validate()).toEqual([{ field: 'x', message: '口令不能为空' }]);
});

it('a field for pictures offers and takes no other files', async () => {
  const { handle } = openForm(
    [{ id: 'x', title: '照片', 'x-component': 'image-upload' }],
    {},
    { uploadFile },
  );
  expect(screen.getByText('支持 jpg、jpeg、png、gif，单个不超过 20 MB')).toBeTruthy();
  const chooser = screen.getByTestId<HTMLInputElement>('chooser-x');
  expect(chooser.accept).not.toContain('.pdf');
  fireEvent.change(chooser, { target: { files: [new File(['12345'], '说明.pdf')] } });
  expect(await screen.findByText(/格式错误！请重新上传/)).toBeTruthy();
  expect(handle().values().x).toEqual([]);
});

it('the levels below a changed choice of a cascade are emptied, and half a way is refused', async () => {
  const field: FieldModel = { id: 'x', title: '名目', 'x-component': 'cascader-select', options: tree };
  const { handle } = openForm([field], { values: { x: ['food', 'a'] } });
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '名目第 1 级' }));
  await choose('图书');
  expect(handle().values().x).toEqual(['book']);
  expect(screen.queryByRole('combobox', { name: '名目第 2 级' })).toBeNull();
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '名目第 1 级' }));
  await choose('食品');
  expect(handle().validate()).toEqual([{ field: 'x', message: '请选择到最后一级' }]);
  expect(screen.getByRole('combobox', { name: '名目第 2 级' })).toBeTruthy();
});

it('an empty slider takes its lowest value with a click or a key there', () => {
  const { handle } = openForm([{ id: 'x', title: '名目', 'x-component': 'slider' }]);
  fireEvent.click(screen.getByRole('slider'));
  expect(handle().values().x).toBe(0);
  press('清除名目');
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'Home' });
  expect(handle().values().x).toBe(0);
});

it('a text that is no time stays in its box, with the reason', () => {
  const { handle } = openForm([{ id: 'x', title: '名目', 'x-component': 'time' }]);
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: '名目' });
  type('25点')(box);
  fireEvent.blur(box);
  expect(box.value).toBe('25点');
  expect(handle().values().x).toBe('25点');
  expect(screen.getByText('时间无法识别，请按“09:30”填写')).toBeTruthy();
});

it('a date range is checked when both boxes have been left', () => {
  openForm([{ id: 'x', title: '名目', 'x-component': 'date-range' }]);
  const [from, to] = screen.getAllByRole('textbox');
  if (!from || !to) throw new Error('there are no two boxes');
  act(() => from.focus());
  type('2026-11-20')(from);
  act(() => to.focus());
  expect(screen.queryByText('请填写结束日期')).toBeNull();
  act(() => to.blur());
  expect(screen.getByText('请填写结束日期')).toBeTruthy();
});
