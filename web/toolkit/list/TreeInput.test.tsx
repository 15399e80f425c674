import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TreeRow } from '#domain/lists/tree.ts';
import { stubQuery } from '#web/api/test-query.ts';
import { TreeInput } from './TreeInput.tsx';

const rows: TreeRow[] = [
  { id: 'county', name: '淳安县', parent: '0', sortBy: 1 },
  { id: 'petition', name: '信访局', parent: 'county', sortBy: 2 },
  { id: 'housing', name: '住建局', parent: 'county', sortBy: 1 },
];

function show(value?: string) {
  const requests: string[] = [];
  const chosen: unknown[] = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <label htmlFor="it">组织机构</label>
      <TreeInput
        id="it"
        label="组织机构"
        value={value}
        source={(name) =>
          stubQuery<readonly TreeRow[]>({ name }, async () => {
            requests.push(name);
            return rows.filter((row) => row.name.includes(name));
          })
        }
        onChange={(value) => chosen.push(value)}
      />
    </QueryClientProvider>,
  );
  return { requests, chosen, box: screen.getByRole('combobox', { name: '组织机构' }) };
}
const names = () => screen.queryAllByRole('treeitem').map((node) => node.getAttribute('aria-label'));
const press = (box: HTMLElement, ...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(box, { key });
};
const active = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label');

test('loads when it opens, shows a tree sorted by sortBy, and returns the chosen node', async () => {
  const { requests, chosen, box } = show();
  expect(requests).toEqual([]);
  fireEvent.click(box);
  await waitFor(() => expect(names()).toEqual(['淳安县', '住建局', '信访局']));
  expect(screen.getByRole('treeitem', { name: '住建局' }).getAttribute('aria-level')).toBe('2');
  fireEvent.click(screen.getByRole('treeitem', { name: '住建局' }));
  expect(chosen).toEqual(['housing']);
  expect(box.getAttribute('aria-expanded')).toBe('false');
});

test('searches by name on the server, and restores the earlier tree without a request when cleared (S0 §4)', async () => {
  const { requests, box } = show();
  fireEvent.click(box);
  await waitFor(() => expect(names()).toHaveLength(3));
  fireEvent.change(box, { target: { value: '信访' } });
  await waitFor(() => expect(names()).toEqual(['信访局']));
  fireEvent.change(box, { target: { value: '' } });
  await waitFor(() => expect(names()).toEqual(['淳安县', '住建局', '信访局']));
  expect(requests).toEqual(['', '信访']);
});

test('is a combobox with a tree: arrow keys open, move, collapse and expand, Enter chooses, Escape closes', async () => {
  const { chosen, box } = show();
  expect(box.getAttribute('aria-haspopup')).toBe('tree');
  press(box, 'ArrowDown');
  await waitFor(() => expect(names()).toHaveLength(3));
  expect(document.getElementById(box.getAttribute('aria-controls') ?? '')?.getAttribute('role')).toBe('tree');
  press(box, 'ArrowDown');
  expect(active(box)).toBe('淳安县');
  press(box, 'ArrowLeft');
  expect(names()).toEqual(['淳安县']);
  press(box, 'ArrowRight', 'ArrowRight', 'ArrowDown');
  expect(active(box)).toBe('信访局');
  press(box, 'Escape');
  expect(box.getAttribute('aria-expanded')).toBe('false');
  expect(chosen).toEqual([]);
  press(box, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
  expect(chosen).toEqual(['housing']);
});

test('shows the chosen name, and clears it by its button, by Backspace and by choosing it again', async () => {
  const { chosen, box } = show('petition');
  await waitFor(() => expect((box as HTMLInputElement).value).toBe('信访局'));
  fireEvent.click(screen.getByRole('button', { name: '清空' }));
  press(box, 'Backspace');
  fireEvent.click(box);
  fireEvent.click(await screen.findByRole('treeitem', { name: '信访局' }));
  expect(chosen).toEqual([undefined, undefined, undefined]);
});
