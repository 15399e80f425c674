import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useDebounced } from './use-debounced.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('searches a tree only after typing has paused for 800 ms (S0 §4, §9)', () => {
  const { result, rerender } = renderHook(({ text }) => useDebounced(text), { initialProps: { text: '' } });
  rerender({ text: '淳' });
  act(() => void vi.advanceTimersByTime(500));
  rerender({ text: '淳安' });
  act(() => void vi.advanceTimersByTime(799));
  expect(result.current).toBe('');
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBe('淳安');
});

it('shows the earlier tree at once when the text is cleared', () => {
  const { result, rerender } = renderHook(({ text }) => useDebounced(text), {
    initialProps: { text: '淳安' },
  });
  rerender({ text: '' });
  expect(result.current).toBe('');
});
