import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { App } from 'antd';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { stubQuery } from '#web/api/test-query.ts';
import { openForm } from '../form/test-form-view.tsx';
import { lazyPart } from '../lazy-parts/lazy-part.tsx';
import { RegionChooser } from './RegionChooser.tsx';
import { deleteRecentRegions, readRecentRegions } from './recent-regions.ts';
import type { Region } from './region.ts';
import type { RegionChooserProps } from './region-chooser-props.ts';
import type { RegionSources } from './region-sources.ts';

const region = (id: string, code: string, fullname: string, isLeaf = false): Region => ({
  id,
  code,
  name: fullname.split(' ').at(-1) ?? '',
  fullname,
  level: fullname.split(' ').length,
  isLeaf,
});
const zhejiang = region('330000', '330000', '浙江省');
const hangzhou = region('330100', '330100', '浙江省 杭州市');
const chunan = region('330127', '330127', '浙江省 杭州市 淳安县');
const town = region('330127100', '330127100', '浙江省 杭州市 淳安县 千岛湖镇', true);
const jiangsu = region('320000', '320000', '江苏省');
const otherTown = region('320100', '320100', '江苏省 千岛湖镇', true);
const dongguanCounty = region('441900-3', '441900', '广东省 东莞市 东莞市');
const childrenById: Record<string, readonly Region[]> = {
  top: [jiangsu, zhejiang],
  330000: [hangzhou],
  330100: [chunan],
  330127: [town],
  441900: [dongguanCounty],
  '441900-3': [region('441900100', '441900100', '广东省 东莞市 东莞市 石碣镇', true)],
};
const pathsById: Record<string, readonly Region[]> = {
  330127100: [zhejiang, hangzhou, chunan, town],
  320000: [jiangsu],
};

const requests = vi.fn(async (parent = 'top') => childrenById[parent] ?? []);
const sources: RegionSources = {
  children: (parent) => stubQuery({ parent }, () => requests(parent)),
  search: (name) => stubQuery({ name }, async () => (name === 'js' ? [jiangsu] : [otherTown, town])),
  officePath: stubQuery({ office: true }, async () => [zhejiang, hangzhou, chunan]),
  loadPath: async (id) => pathsById[id] ?? [],
};

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const Chooser = (props: RegionChooserProps) => (
  <QueryClientProvider client={queries}>
    <App>
      <RegionChooser {...props} sources={sources} />
    </App>
  </QueryClientProvider>
);
const field: FieldModel = { id: 'area', title: '属地', 'x-component': 'region', required: true };

function open(model: Partial<FieldModel> = {}, value: unknown = []) {
  const form = openForm([{ ...field, ...model }], { values: { area: value } }, { RegionChooser: Chooser });
  fireEvent.click(screen.getByRole('combobox', { name: /属地/ }));
  return () => (form.handle().values().area as { name: string }[]).map(({ name }) => name);
}
const lists = () =>
  screen
    .getAllByRole('listbox')
    .map((list) => list.getAttribute('aria-label'))
    .filter((label) => label !== '最近选过的区划');
const search = () => screen.getByRole('combobox', { name: '搜索行政区划' });
const type = (text: string) => fireEvent.change(search(), { target: { value: text } });

/** Makes `useMediaQuery` report the window of a phone. */
function onPhone() {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('600'), addEventListener() {}, removeEventListener() {} }) as never,
  );
}

// jsdom has no layout and lacks this function.
Element.prototype.scrollIntoView ??= () => {};
beforeEach(() => queries.clear());
afterEach(() => {
  vi.restoreAllMocks();
  requests.mockClear();
  localStorage.clear();
});

describe('region field dialog', () => {
  it('opens at the office’s county with nothing chosen, and selects a town with one click', async () => {
    const chosen = open();
    fireEvent.click(await screen.findByRole('option', { name: '千岛湖镇' }));
    expect(chosen()).toEqual(['浙江省', '杭州市', '淳安县', '千岛湖镇']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows all levels side by side, and accepts a level above the last where the form allows', async () => {
    const chosen = open({ 'x-props': { minLevel: 2 } });
    await screen.findByRole('option', { name: '千岛湖镇' });
    expect(lists()).toEqual(['省级', '市级', '区县', '乡镇街道']);
    fireEvent.click(screen.getByRole('option', { name: '浙江省' }));
    expect(screen.queryByRole('button', { name: /选择“/ })).toBeNull();
    fireEvent.click(await screen.findByRole('option', { name: '杭州市' }));
    fireEvent.click(screen.getByRole('button', { name: '选择“杭州市”' }));
    expect(chosen()).toEqual(['浙江省', '杭州市']);
  });

  it('is usable by keyboard alone: right and left change the list, Enter opens and chooses', async () => {
    const chosen = open();
    await screen.findByRole('option', { name: '千岛湖镇' });
    const list = (name: string) => screen.getByRole('listbox', { name });
    act(() => list('区县').focus());
    fireEvent.keyDown(list('区县'), { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(list('市级'));
    fireEvent.keyDown(list('市级'), { key: 'ArrowRight' });
    fireEvent.keyDown(list('区县'), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(list('乡镇街道'));
    fireEvent.keyDown(list('乡镇街道'), { key: 'Enter' });
    expect(chosen().at(-1)).toBe('千岛湖镇');
  });

  it('finds regions by text, the office’s own first, each with its path, and Enter selects the first', async () => {
    const chosen = open();
    type('qdh');
    const [first, second] = await screen.findAllByRole('option', { name: /千岛湖镇/ });
    expect(first?.textContent).toContain('浙江省 / 杭州市 / 淳安县');
    expect(second?.textContent).toContain('江苏省');
    await act(async () => void fireEvent.keyDown(search(), { key: 'Enter' }));
    expect(chosen()).toEqual(['浙江省', '杭州市', '淳安县', '千岛湖镇']);
  });

  it('marks the first result for Enter; the arrow key moves to the second, and space types a space', async () => {
    const chosen = open();
    type('qdh');
    const list = () => screen.queryByRole('listbox', { name: '搜索结果' });
    expect(list()).toBeNull();
    expect(search().getAttribute('aria-controls')).toBeNull();
    const options = await screen.findAllByRole('option', { name: /千岛湖镇/ });
    const selectedStates = () => options.map((option) => option.getAttribute('aria-selected') === 'true');
    const active = () => options.findIndex(({ id }) => id === search().getAttribute('aria-activedescendant'));
    expect([selectedStates(), active()]).toEqual([[true, false], 0]);
    expect(search().getAttribute('aria-controls')).toBe(list()?.id);
    // A key that the page does not handle is typed by the browser.
    expect(fireEvent.keyDown(search(), { key: ' ' })).toBe(true);
    expect(chosen()).toEqual([]);
    fireEvent.keyDown(search(), { key: 'ArrowDown' });
    expect([selectedStates(), active()]).toEqual([[false, true], 1]);
    fireEvent.keyDown(search(), { key: 'ArrowUp' });
    await act(async () => void fireEvent.keyDown(search(), { key: 'Enter' }));
    expect(chosen().at(-1)).toBe('千岛湖镇');
  });

  it('has no list, mark or selection when a failure replaces the list', async () => {
    const searching = vi.spyOn(sources, 'search');
    const answer = vi.fn(async () => [otherTown, town]);
    searching.mockImplementation((name) => stubQuery({ name }, answer));
    const chosen = open();
    type('qdh');
    await screen.findAllByRole('option', { name: /千岛湖镇/ });
    answer.mockRejectedValue(new Error('away'));
    await act(() => queries.refetchQueries());
    await waitFor(() => expect(screen.queryByRole('listbox', { name: '搜索结果' })).toBeNull());
    const attributes = ['aria-controls', 'aria-activedescendant', 'aria-expanded'];
    expect(attributes.map((name) => search().getAttribute(name))).toEqual([null, null, 'false']);
    await act(async () => void fireEvent.keyDown(search(), { key: 'Enter' }));
    expect(chosen()).toEqual([]);
  });

  it('searches for text typed in the field before the dialog was loaded', async () => {
    const LateChooser = lazyPart(async () => Chooser);
    openForm([field], { values: { area: [] } }, { RegionChooser: LateChooser });
    const box = screen.getByRole('combobox', { name: /属地/ });
    for (const key of ['q', 'd', 'h']) fireEvent.keyDown(box, { key });
    expect(await screen.findByDisplayValue('qdh')).toBe(search());
    await waitFor(() => expect(document.activeElement).toBe(search()));
  });

  it('selects the first region when it arrives after Enter was pressed', async () => {
    const chosen = open();
    type('qdh');
    fireEvent.keyDown(search(), { key: 'Enter' });
    await waitFor(() => expect(chosen().at(-1)).toBe('千岛湖镇'));
  });

  it('selects nothing of an earlier search when typing continued after Enter', async () => {
    const chosen = open();
    type('qdh');
    fireEvent.keyDown(search(), { key: 'Enter' });
    type('js');
    expect(await screen.findByRole('option', { name: /省级/ })).toBeDefined();
    expect(chosen()).toEqual([]);
  });

  it('moves from the search to the list below by the arrow key when nothing was searched', async () => {
    open();
    await screen.findByRole('option', { name: '千岛湖镇' });
    fireEvent.keyDown(search(), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(screen.getByRole('listbox', { name: '乡镇街道' }));
  });

  it('opens a found region that is not deep enough for the form', async () => {
    const chosen = open({ 'x-props': { minLevel: 3 } });
    type('js');
    fireEvent.click(await screen.findByRole('option', { name: /省级/ }));
    expect(await screen.findByRole('option', { name: '江苏省', selected: true })).toBeDefined();
    expect(chosen()).toEqual([]);
  });

  it('distinguishes a city from its only county, which has the same code', async () => {
    const value = [
      { code: '440000', name: '广东省' },
      { code: '441900', name: '东莞市' },
      { code: '441900', name: '东莞市' },
    ];
    open({}, value);
    expect(await screen.findByRole('option', { name: '石碣镇' })).toBeDefined();
    expect(requests.mock.calls.flat()).toContain('441900-3');
  });

  it('offers this person’s recent choices until the person signs out', async () => {
    const chosen = open();
    fireEvent.click(await screen.findByRole('option', { name: '千岛湖镇' }));
    fireEvent.click(screen.getByRole('button', { name: '清除行政区划' }));
    expect(chosen()).toEqual([]);
    fireEvent.click(screen.getByRole('combobox', { name: /属地/ }));
    const recent = await screen.findByRole('listbox', { name: '最近选过的区划' });
    expect(
      within(recent)
        .getAllByRole('option')
        .map((option) => option.getAttribute('aria-label')),
    ).toEqual(['浙江省 / 杭州市 / 淳安县 / 千岛湖镇']);
    fireEvent.keyDown(search(), { key: 'ArrowDown' });
    fireEvent.keyDown(search(), { key: 'Enter' });
    expect(chosen().at(-1)).toBe('千岛湖镇');
    deleteRecentRegions('');
    expect(readRecentRegions('')).toEqual([]);
  });

  it('shows 请求出错 for a level that could not be loaded, and retries (S0 §8)', async () => {
    requests.mockRejectedValueOnce(new Error('away'));
    open();
    fireEvent.click(await screen.findByRole('button', { name: '重新加载' }));
    expect(await screen.findByRole('option', { name: '江苏省' })).toBeDefined();
  });
});

describe('region field dialog on a phone', () => {
  it('shows one level at a time under the path that led to it', async () => {
    onPhone();
    const chosen = open();
    await screen.findByRole('option', { name: '千岛湖镇' });
    expect(lists()).toEqual(['乡镇街道']);
    const pathNavigation = screen.getByRole('navigation', { name: '已选上级' });
    fireEvent.click(within(pathNavigation).getByRole('button', { name: '全国' }));
    fireEvent.click(await screen.findByRole('option', { name: '浙江省' }));
    await screen.findByRole('option', { name: '杭州市' });
    expect(lists()).toEqual(['市级']);
    expect(chosen()).toEqual([]);
  });
});
