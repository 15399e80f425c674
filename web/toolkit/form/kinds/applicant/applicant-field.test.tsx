import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { openForm, stubPhone } from '../../test-form-view.tsx';
import { prefetchLightKinds } from '../LightKindField.tsx';

const field: FieldModel = { id: 'x', title: '代理人', 'x-component': 'applicant', required: true };
const masked = { name: '**丰', certCategory: '10', certCode: '**************002X', mobile: '138****8000' };
const box = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('textbox', { name });

beforeAll(prefetchLightKinds);
afterEach(() => void vi.unstubAllGlobals());

it('a masked part opens empty, is kept untouched, and a typed one replaces it alone', () => {
  const { handle } = openForm([field], { values: { x: masked }, masked: ['x'] });
  const mobile = box(/手机号码/);
  expect(mobile.value).toBe('138****8000');
  act(() => mobile.focus());
  expect(mobile.value).toBe('');
  act(() => mobile.blur());
  expect(handle().values()).toEqual({ x: masked });
  act(() => mobile.focus());
  fireEvent.change(mobile, { target: { value: '13900139000' } });
  act(() => mobile.blur());
  expect(handle().values().x).toEqual({ ...masked, mobile: '13900139000' });
  expect(handle().validate()).toEqual([]);
});

it('shows each problem, and marks the part that has it (S2 §5)', () => {
  const { handle } = openForm([field]);
  fireEvent.change(box(/申请人姓名/), { target: { value: '张三' } });
  fireEvent.change(box('证件号码'), { target: { value: '110105194912310021' } });
  act(() => void handle().validate());
  expect(handle().validate()).toEqual([
    { field: 'x', message: '手机号码不能为空' },
    { field: 'x', message: '请输入正确的证件' },
  ]);
  expect(box('证件号码').getAttribute('aria-invalid')).toBe('true');
  expect(box(/申请人姓名/).getAttribute('aria-invalid')).toBe('false');
  expect(screen.queryByText('请正确填写申请人基础信息')).toBeNull();
});

it('a blank within a name can be typed', () => {
  const { handle } = openForm([field]);
  const name = box(/申请人姓名/);
  act(() => name.focus());
  fireEvent.change(name, { target: { value: 'John ' } });
  expect(name.value).toBe('John ');
  fireEvent.change(name, { target: { value: 'John Smith ' } });
  act(() => name.blur());
  expect(handle().values().x).toMatchObject({ name: 'John Smith' });
});

it('a phone says 请正确填写申请人基础信息 when a part is wrong (S2 §5)', () => {
  stubPhone();
  const { handle } = openForm([field]);
  fireEvent.change(box(/手机号码/), { target: { value: '138' } });
  act(() => void handle().validate());
  expect(screen.getByText('请正确填写申请人基础信息')).toBeTruthy();
});

describe('on the platform (S2 §1, §2)', () => {
  const reader = () => screen.queryByRole('button', { name: '读身份证' });

  it('window has the card reader, which tells that no service is connected', () => {
    openForm([field], {}, { useIsAtWindow: () => true });
    const button = reader();
    if (button === null) throw new Error('there is no button');
    fireEvent.click(button);
    expect(screen.getByText(/本机没有连接柜面设备服务/)).toBeTruthy();
  });

  it('window has none where the field is disabled or read-only, nor have pc and mobile', () => {
    const lock: FieldModel = { id: 'lock', title: '锁', 'x-component': 'single-line' };
    const linkage = [{ when: { field: 'lock', is: 'empty' as const }, effects: ['disable' as const] }];
    openForm([lock, { ...field, linkage }], {}, { useIsAtWindow: () => true }).unmount();
    openForm([lock, { ...field, linkage }], {}, { useIsAtWindow: () => true });
    expect(reader()).toBeNull();
    openForm([field], { authority: { x: 1 } }, { useIsAtWindow: () => true });
    openForm([field], {}, { useIsAtWindow: () => false });
    stubPhone();
    openForm([field], {}, { useIsAtWindow: () => true });
    expect(reader()).toBeNull();
  });

  it('online is filled in from the signed-in person, and cannot be changed', () => {
    const onlinePerson = { name: '王秀英', certCode: '11010519491231002X', mobile: '13800138000' };
    const { handle } = openForm([field], {}, { onlinePerson });
    expect(handle().values().x).toEqual({ ...onlinePerson, certCategory: '10' });
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText('王秀英')).toBeTruthy();
    expect(handle().validate()).toEqual([]);
  });
});
