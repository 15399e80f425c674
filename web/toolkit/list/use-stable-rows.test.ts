import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useStableRows } from './use-stable-rows.ts';

const row = (id: string, urges = 0) => ({ id, due: { text: '余 3 个工作日' }, urges });
const keyOf = ({ id }: { id: string }) => id;

test('an unchanged row remains the same object at any position in the next answer', () => {
  const first = [row('甲'), row('乙'), row('丙')];
  const { result, rerender } = renderHook(({ rows }) => useStableRows(rows, keyOf), {
    initialProps: { rows: first },
  });
  rerender({ rows: [row('丁'), row('丙'), row('甲'), row('乙', 1)] });
  const [added, third, one, second] = result.current;
  expect(added).toEqual(row('丁'));
  expect(third).toBe(first[2]);
  expect(one).toBe(first[0]);
  expect(second).not.toBe(first[1]);
  expect(second).toEqual(row('乙', 1));
  rerender({ rows: [row('乙', 1)] });
  expect(result.current[0]).toBe(second);
});
