import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import { expect, test, vi } from 'vitest';
import { stubQuery } from '#web/api/test-query.ts';
import type { Region } from '../regions/region.ts';
import { region } from '../regions/test-region.ts';
import { OrganisationPicker } from './OrganisationPicker.tsx';
import type { OrganisationChoices, OrganisationRow } from './organisation-choices.ts';

const county = region('330127', '淳安县', 3, true);
const organisation = (
  id: string,
  name: string,
  isLeaf = true,
  kind: OrganisationRow['kind'] = 'organisation',
) => ({
  id,
  key: id,
  name,
  hint: name,
  isLeaf,
  kind,
});
const government = organisation('gov', '县人民政府', false);
const petition = organisation('petition', '信访局');
const desk = organisation('desk', '办信科', true, 'department');

function show(props: { title?: string; single?: boolean } = {}) {
  const onConfirm = vi.fn();
  const requests: unknown[] = [];
  const answer = <Answer,>(request: object, rows: Answer) =>
    stubQuery(request, async () => {
      requests.push(request);
      return rows;
    });
  const choices: OrganisationChoices = {
    regions: {
      children: (parent) => answer({ of: 'regions', parent }, parent === undefined ? [county] : []),
      search: (name) => answer({ of: 'region', name }, [county]),
      officePath: answer({ office: true }, [] as readonly Region[]),
    },
    children: (area, parent) =>
      answer({ of: 'tree', area, parent }, parent === 'gov' ? [petition] : [government]),
    search: (area, name) =>
      answer(
        { area, name },
        [petition, desk].filter((organisation) => organisation.name.includes(name)),
      ),
    table: (area, kind) => (name) => {
      const rows = [government, petition, desk].filter(
        (organisation) =>
          (kind === undefined || organisation.kind === kind) && organisation.name.includes(name),
      );
      return answer({ of: 'table', area, kind, name }, { rows, total: rows.length });
    },
  };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <App>
          <OrganisationPicker
            {...props}
            choices={choices}
            value={[]}
            onConfirm={onConfirm}
            onCancel={() => undefined}
          />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  const confirm = () => fireEvent.click(screen.getByRole('button', { name: '确认选择' }));
  return { onConfirm, requests, confirm };
}
const node = (name: string) => screen.findByRole('treeitem', { name });
const organisations = () => screen.getByRole('tree', { name: '组织机构' });

test('shows regions, organisations and the selection, titled 选择管辖机构, with the count 已选择 N 个区划 (S0 §2)', async () => {
  const { onConfirm, requests, confirm } = show();
  screen.getByRole('dialog', { name: '选择管辖机构' });
  fireEvent.click(await node('淳安县'));
  await waitFor(() => expect(requests).toContainEqual({ of: 'tree', area: '330127', parent: undefined }));
  await node('县人民政府');
  fireEvent.focus(organisations());
  fireEvent.keyDown(organisations(), { key: 'ArrowRight' });
  fireEvent.click(await node('信访局'));
  screen.getByText('已选择 1 个区划');
  fireEvent.click(await node('县人民政府'));
  screen.getByText('已选择 2 个区划');
  fireEvent.click(screen.getByRole('button', { name: '移除县人民政府' }));
  confirm();
  expect(onConfirm).toHaveBeenCalledWith([expect.objectContaining({ key: 'petition', name: '信访局' })]);
});

test.each([
  [undefined, '请选择管辖机构'],
  ['选择所属机构', '请选择所属机构'],
])('warns with 请 and its title when nothing is chosen (S2 §2): %s', async (title, message) => {
  const { onConfirm, confirm } = show(title === undefined ? {} : { title });
  await node('县人民政府');
  confirm();
  await screen.findByText(message);
  expect(onConfirm).not.toHaveBeenCalled();
});

test('searches by name after 800 ms, and restores the earlier tree (S0 §4)', async () => {
  const { requests } = show();
  await node('县人民政府');
  fireEvent.focus(organisations());
  fireEvent.keyDown(organisations(), { key: 'ArrowRight' });
  await node('信访局');
  const text = screen.getByRole('textbox', { name: '搜索机构名称' });
  fireEvent.change(text, { target: { value: '办信' } });
  await screen.findByRole('treeitem', { name: '办信科' });
  expect(screen.queryByRole('treeitem', { name: '县人民政府' })).toBeNull();
  fireEvent.change(text, { target: { value: '' } });
  await node('信访局');
  expect(requests.filter((each) => JSON.stringify(each) === '{"of":"tree"}')).toHaveLength(1);
});

test('filters its table by region and category, and selects single rows or all at once (S2 §2)', async () => {
  const { onConfirm, requests, confirm } = show();
  fireEvent.click(screen.getByRole('radio', { name: '列表' }));
  const pane = within(screen.getByRole('region', { name: '组织机构' }));
  await pane.findByRole('option', { name: /办信科/ });
  fireEvent.click(pane.getByRole('radio', { name: '机构' }));
  await waitFor(() => expect(pane.queryByRole('option', { name: /办信科/ })).toBeNull());
  fireEvent.click(pane.getByRole('button', { name: '全选 2 项' }));
  screen.getByText('已选择 2 个区划');
  confirm();
  expect(onConfirm.mock.lastCall?.[0].map(({ key }: { key: string }) => key)).toEqual(['gov', 'petition']);
  fireEvent.click(await node('淳安县'));
  fireEvent.click(screen.getByRole('radio', { name: '列表' }));
  await waitFor(() =>
    expect(requests).toContainEqual({ of: 'table', area: '330127', kind: undefined, name: '' }),
  );
});

test('focuses the organisation search, and finds organisations in the region search too', async () => {
  const { onConfirm, confirm } = show({ title: '选择机构' });
  await node('县人民政府');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '搜索机构名称' })),
  );
  const text = screen.getByRole('textbox', { name: '搜索名称、拼音或首字母' });
  fireEvent.change(text, { target: { value: '信访' } });
  const group = await screen.findByRole('group', { name: '组织机构' });
  fireEvent.click(within(group).getByRole('checkbox', { name: /信访局/ }));
  screen.getByText('已选择 1 个机构');
  confirm();
  expect(onConfirm).toHaveBeenCalledWith([expect.objectContaining({ key: 'petition', name: '信访局' })]);
});

test('a single choice holds one organisation', async () => {
  const { onConfirm, confirm } = show({ single: true });
  fireEvent.click(await node('县人民政府'));
  fireEvent.focus(organisations());
  fireEvent.keyDown(organisations(), { key: 'ArrowRight' });
  fireEvent.click(await node('信访局'));
  confirm();
  expect(onConfirm.mock.lastCall?.[0]).toHaveLength(1);
});
