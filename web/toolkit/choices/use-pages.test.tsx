import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { beforeEach, expect, test } from 'vitest';
import { stubQuery } from '#web/api/test-query.ts';
import { LookupInput } from '../list/LookupInput.tsx';
import type { FilterValue } from '../list-model/list-types.ts';
import { SearchedChoices } from './SearchedChoices.tsx';

const windows = Array.from({ length: 2_345 }, (_, index) => ({ key: `w${index}`, name: `${index} 号窗口` }));
const requests: { name: string; page: number; ids?: string }[] = [];
let isFailing = false;

const find = (request: { name: string; page: number; ids?: string }) => {
  const matches = windows.filter(
    ({ key, name }) => name.includes(request.name) && (request.ids ?? key) === key,
  );
  return stubQuery({ ...request }, async () => {
    requests.push(request);
    if (isFailing) throw new Error('断了');
    return { rows: matches.slice((request.page - 1) * 100, request.page * 100), total: matches.length };
  });
};
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

beforeEach(() => {
  requests.length = 0;
  isFailing = false;
});

function showList() {
  render(
    <QueryClientProvider client={client()}>
      <App>
        <SearchedChoices
          label="窗口"
          searchHint="名称"
          source={(name, page) => find({ name, page })}
          single
          chosen={new Set()}
          onToggle={() => undefined}
          onConfirm={() => undefined}
        />
      </App>
    </QueryClientProvider>,
  );
  return screen.getByRole('combobox', { name: '搜索窗口' });
}
const pressDown = (field: HTMLElement, times: number) => {
  for (let index = 0; index < times; index++) fireEvent.keyDown(field, { key: 'ArrowDown' });
};

test('a list of thousands is loaded page by page near its end, and is searched by the server', async () => {
  const field = showList();
  await screen.findByText('找到 2345 项，已载入 100 项，向下滚动载入更多');
  pressDown(field, 97);
  await screen.findByText('找到 2345 项，已载入 200 项，向下滚动载入更多');
  fireEvent.change(field, { target: { value: '2344' } });
  await screen.findByRole('option', { name: /2344 号窗口/ });
  screen.getByText('找到 1 项');
  expect(requests.map(({ name, page }) => `${name}/${page}`)).toEqual(['/1', '/2', '2344/1']);
});

test('a failed page leaves the loaded rows, and is requested again when the end is neared again', async () => {
  const field = showList();
  await screen.findByText(/已载入 100 项/);
  isFailing = true;
  pressDown(field, 97);
  await waitFor(() => expect(requests).toHaveLength(2));
  await waitFor(() => screen.getByText(/已载入 100 项/));
  isFailing = false;
  pressDown(field, 1);
  await screen.findByText(/已载入 200 项/);
});

function showLookup(value?: FilterValue) {
  const chosen: FilterValue[] = [];
  render(
    <QueryClientProvider client={client()}>
      <App>
        <label htmlFor="window">所属窗口</label>
        <LookupInput
          id="window"
          source={(request) => {
            const matches = find(request);
            return {
              ...matches,
              select: (answer) => {
                const { rows, total } = matches.select(answer);
                return { total, rows: rows.map(({ key, name }) => ({ value: key, label: name })) };
              },
            };
          }}
          dependencyKey=""
          value={value}
          onChange={(next) => chosen.push(next)}
        />
      </App>
    </QueryClientProvider>,
  );
  return chosen;
}

test('a lookup finds entries on the server that its first page does not show', async () => {
  const chosen = showLookup();
  const field = screen.getByRole('combobox', { name: '所属窗口' });
  expect(requests).toEqual([]);
  fireEvent.mouseDown(field);
  await screen.findByText('0 号窗口', { selector: '.ant-select-item-option-content' });
  fireEvent.change(field, { target: { value: '2344' } });
  const option = await screen.findByText('2344 号窗口', { selector: '.ant-select-item-option-content' });
  fireEvent.click(option);
  expect(chosen).toEqual(['w2344']);
  expect(requests.map(({ name }) => name)).toEqual(['', '2344']);
});

test('a lookup requests only the name of a choice that came with the address', async () => {
  showLookup('w2000');
  await screen.findByText('2000 号窗口');
  expect(requests).toEqual([{ name: '', page: 1, ids: 'w2000' }]);
});

test('a lookup that fails shows no message (S0 §8)', async () => {
  isFailing = true;
  showLookup();
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '所属窗口' }));
  await screen.findByText('暂无可选项');
});
