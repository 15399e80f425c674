import { render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { expect, test } from 'vitest';
import { partOrWords } from './part-or-words.tsx';

test('a part of the header that cannot be fetched says so in its place, and leaves the rest as it is', async () => {
  const Lost = lazy(() => partOrWords(() => Promise.reject(new TypeError('Failed to fetch'))));
  const Found = lazy(() => partOrWords(async () => () => <p>三条消息</p>));
  render(
    <>
      <input aria-label="意见" defaultValue="已核实" />
      <Suspense>
        <Lost />
        <Found />
      </Suspense>
    </>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('未能打开');
  expect(screen.getByText('三条消息')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: '意见' })).toBeTruthy();
});
