import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CodeField } from './CodeField.tsx';

const code = { shown: 'dang-an', type: () => undefined };

test('a refused code opens its details section and gets the focus', async () => {
  const field = (problem?: string) => <CodeField id="code" code={code} maxLength={40} problem={problem} />;
  const { container, rerender } = render(field());
  expect(container.querySelector('details')?.open).toBe(false);
  rerender(field('编码已被使用'));
  expect(container.querySelector('details')?.open).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('编码')));
});
