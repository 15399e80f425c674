import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CodeField } from './CodeField.tsx';

const code = { value: 'dang-an', type: () => undefined };

test('a refused code opens its details section and gets the focus', async () => {
  const client = new QueryClient();
  const field = (problem?: string) => (
    <QueryClientProvider client={client}>
      <CodeField id="code" code={code} maxLength={40} problem={problem} />
    </QueryClientProvider>
  );
  const { container, rerender } = render(field());
  expect(container.querySelector('details')?.open).toBe(false);
  // Codes are shown only to people who want them.
  expect(container.querySelector('summary')?.textContent).toBe('高级');
  rerender(field('编码已被使用'));
  expect(container.querySelector('details')?.open).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('编码')));
});
