import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useIsPhone } from './use-window-size.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Layout() {
  return <p>{useIsPhone() ? '手机' : '桌面'}</p>;
}

test('a resized window changes its layout after 500 ms without a change (S0 §9)', async () => {
  vi.stubGlobal('innerWidth', 1366);
  render(<Layout />);
  expect(screen.getByText('桌面')).toBeTruthy();
  const resizeTo = async (width: number, milliseconds: number) => {
    vi.stubGlobal('innerWidth', width);
    dispatchEvent(new Event('resize'));
    await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  };
  await resizeTo(600, 400);
  await resizeTo(390, 400);
  expect(screen.getByText('桌面')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('手机')).toBeTruthy();
});
