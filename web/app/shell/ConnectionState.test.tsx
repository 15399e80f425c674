import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ConnectionState } from './ConnectionState.tsx';

const answer = vi.fn(async () => '找到了');

function List({ keyword }: { keyword: string }) {
  return <p>{useQuery({ queryKey: ['list', keyword], queryFn: answer }).data}</p>;
}

const go = (name: 'online' | 'offline') => act(async () => void dispatchEvent(new Event(name)));
afterEach(() => go('online'));

it('shows a notice while a request waits for the network, and hides it after the answer', async () => {
  const client = new QueryClient();
  const page = (keyword: string) => (
    <QueryClientProvider client={client}>
      <ConnectionState />
      <List keyword={keyword} />
    </QueryClientProvider>
  );
  const { rerender } = render(page('甲'));
  expect(await screen.findByText('找到了')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('');
  await go('offline');
  rerender(page('乙'));
  expect(screen.getByRole('status').textContent).toBe('网络已断开，恢复后自动继续');
  expect(answer).toHaveBeenCalledTimes(1);
  await go('online');
  expect(screen.getByRole('status').textContent).toBe('');
  expect(await screen.findByText('找到了')).toBeDefined();
  expect(answer).toHaveBeenCalledTimes(2);
});
