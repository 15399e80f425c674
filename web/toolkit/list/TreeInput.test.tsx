import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TreeRow } from '#domain/lists/tree.ts';
import { queryFrom } from '#web/api/test-query.ts';
import { TreeInput } from './TreeInput.tsx';

const rows: TreeRow[] = [
  { id: 'county', name: '淳安县', parent: '0', sortBy: 1 },
  { id: 'petition', name: '信访局', parent: 'county', sortBy: 2 },
  { id: 'housing', name: '住建局', parent: 'county', sortBy: 1 },
];

function show() {
  const asked: string[] = [];
  const chosen: unknown[] = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <label htmlFor="it">组织机构</label>
      <TreeInput
        id="it"
        value={undefined}
        source={(name) =>
          queryFrom<readonly TreeRow[]>({ name }, async () => {
            asked.push(name);
            return rows.filter((row) => row.name.includes(name));
          })
        }
        onChange={(value) => chosen.push(value)}
      />
    </QueryClientProvider>,
  );
  return { asked, chosen, box: screen.getByRole('combobox', { name: '组织机构' }) };
}
const names = () =>
  [...document.querySelectorAll('.ant-select-item-option-content')].map((node) => node.textContent);

test('is asked for when it opens, stands as a tree sorted by sortBy, and gives the node that is chosen', async () => {
  const { asked, chosen, box } = show();
  expect(asked).toEqual([]);
  fireEvent.mouseDown(box);
  await waitFor(() => expect(names()).toEqual(['淳安县', '住建局', '信访局']));
  fireEvent.click(screen.getByText('住建局', { selector: '.ant-select-item-option-content span' }));
  expect(chosen).toEqual(['housing']);
});

test('the server searches by name, and clearing the text brings the earlier tree back without asking (S0 §4)', async () => {
  const { asked, box } = show();
  fireEvent.mouseDown(box);
  await waitFor(() => expect(names()).toHaveLength(3));
  fireEvent.change(box, { target: { value: '信访' } });
  await waitFor(() => expect(names()).toEqual(['信访局']), { timeout: 3_000 });
  fireEvent.change(box, { target: { value: '' } });
  await waitFor(() => expect(names()).toEqual(['淳安县', '住建局', '信访局']));
  expect(asked).toEqual(['', '信访']);
});
