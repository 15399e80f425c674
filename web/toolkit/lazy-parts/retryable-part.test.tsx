import { act, fireEvent, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryablePart } from './retryable-part.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});
const advanceTime = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const failToLoad = () => Promise.reject(new TypeError('Failed to fetch'));

test('a part that cannot be loaded shows an error in its place, keeps the rest, and loads on retry', async () => {
  let isBack = false;
  const Messages = () => <p>三条消息</p>;
  const Part = lazy(() => retryablePart(async () => (isBack ? Messages : failToLoad())));
  render(
    <>
      <input aria-label="意见" defaultValue="已核实" />
      <Suspense>
        <Part />
      </Suspense>
    </>,
  );
  await advanceTime(3);
  expect(screen.getByRole('alert').textContent).toContain('未能打开');
  fireEvent.change(screen.getByRole('textbox', { name: '意见' }), { target: { value: '已核实，属实' } });
  fireEvent.click(screen.getByRole('button', { name: /重\s?试/ }));
  await advanceTime(3);
  expect(screen.getByRole('alert')).toBeTruthy();
  isBack = true;
  fireEvent.click(screen.getByRole('button', { name: /重\s?试/ }));
  await advanceTime(1);
  expect(screen.getByText('三条消息')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '意见' }).value).toBe('已核实，属实');
});

test('two failures are retried without a notice', async () => {
  let tries = 0;
  const Part = lazy(() => retryablePart(async () => (++tries < 3 ? failToLoad() : () => <p>三条消息</p>)));
  render(
    <Suspense>
      <Part />
    </Suspense>,
  );
  await advanceTime(3);
  expect(screen.getByText('三条消息')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a part that does not load within 120 s times out (S0 §9)', async () => {
  const Part = lazy(() => retryablePart(() => new Promise<never>(() => {})));
  render(
    <Suspense fallback={<p>正在打开</p>}>
      <Part />
    </Suspense>,
  );
  await advanceTime(119);
  expect(screen.getByText('正在打开')).toBeTruthy();
  await advanceTime(2);
  expect(screen.getByRole('button', { name: /重\s?试/ })).toBeTruthy();
});
