import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialItemSettings } from '#contract/initial-item-settings.ts';
import { items } from '#contract/items.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { ItemEditor } from './ItemEditor.tsx';

/** 申请材料 and 情形 of an item, row by row (decision 0171). */

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const choices = {
  categories: [],
  organisations: [],
  processes: [],
  forms: [{ code: 'stall', name: '占道经营申请表', version: 1, fields: [] }],
};
const settings = { ...initialItemSettings('street-stall', '占道经营许可'), formCodes: ['stall'] };
const edit = (current = settings) =>
  renderPart(
    <ItemEditor
      current={current}
      baseVersion={{ version: 0, current: false }}
      storedItem={undefined}
      choices={choices}
      returnPath={{ back: () => undefined, crumbs: [] }}
      onLoad={() => undefined}
    />,
  );
const type = (name: string, value: string, index = 0) =>
  fireEvent.change(screen.getAllByRole('textbox', { name })[index] as HTMLElement, { target: { value } });
const press = (name: string, index = 0) =>
  fireEvent.click(screen.getAllByRole('button', { name })[index] as HTMLElement);
const checkedBody = (calls: ReturnType<typeof answerCalls>) =>
  calls.find(({ path }) => path === items.check.path)?.body;

describe('materials of an item', () => {
  it('are added, filled in, moved and removed row by row', async () => {
    const calls = answerCalls({ [`POST ${items.check.path}`]: () => ({ problems: [] }) });
    edit();
    fireEvent.click(await screen.findByRole('button', { name: '添加材料' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '材料名称' }));
    type('材料名称', '身份证件');
    press('添加材料');
    type('材料名称', '平面图', 1);
    fireEvent.change(screen.getAllByRole('spinbutton', { name: '份数' })[1] as HTMLElement, {
      target: { value: '9999' },
    });
    expect(screen.getByText('份数为 1 至 99，超出的按最接近的数计')).toBeTruthy();
    fireEvent.change(screen.getAllByRole('spinbutton', { name: '份数' })[1] as HTMLElement, {
      target: { value: '3' },
    });
    expect(screen.queryByText(/^份数为 1 至 99/)).toBeNull();
    fireEvent.click(screen.getAllByRole('checkbox', { name: /必交/ })[1] as HTMLElement);
    press('添加材料');
    type('材料名称', '多余的', 2);
    press('上移 平面图');
    press('删除 多余的');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '添加材料' }));
    press('发布');
    await waitFor(() => expect(checkedBody(calls)).toBeTruthy());
    expect(checkedBody(calls)).toEqual({
      ...settings,
      papers: [
        { name: '平面图', form: 'copy', copies: 3, required: false, note: '' },
        { name: '身份证件', form: 'copy', copies: 1, required: true, note: '' },
      ],
    });
  });

  it('show all problems at their cells at once, with a link to each', async () => {
    const problems = [
      { field: 'papers[1].name', message: '请填写材料名称' },
      { field: 'situations[0].papers[0].copies', message: '材料“平面图”：份数应为 1 至 99' },
    ];
    answerCalls({ [`POST ${items.check.path}`]: () => ({ problems }) });
    const paper = { name: '平面图', form: 'copy' as const, copies: 1, required: true, note: '' };
    edit({
      ...settings,
      papers: [paper, { ...paper, name: '' }],
      situations: [{ id: 'new', name: '新办', parent: null, papers: [{ ...paper, copies: 0 }], forms: [] }],
    });
    fireEvent.click(await screen.findByRole('button', { name: '发布' }));
    await screen.findByText('发布前须改正 2 处：');
    const [, invalid] = screen.getAllByRole('textbox', { name: '材料名称' });
    expect(invalid?.parentElement?.textContent).toContain('请填写材料名称');
    press('材料“平面图”：份数应为 1 至 99');
    await waitFor(() => expect(document.activeElement?.id).toBe('item-situations[0].papers[0].copies'));
    press('请填写材料名称');
    await waitFor(() => expect(document.activeElement?.id).toBe('item-papers[1].name'));
  });
});

describe('situations of an item', () => {
  it('form a tree, each with its own materials and forms', async () => {
    const calls = answerCalls({ [`POST ${items.check.path}`]: () => ({ problems: [] }) });
    edit();
    fireEvent.click(await screen.findByRole('button', { name: '添加情形' }));
    type('情形名称', '食品');
    press('添加情形');
    type('情形名称', '食品新办');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '上级情形' }));
    fireEvent.click(await screen.findByTitle('食品'));
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '专用表单' }));
    fireEvent.click(await screen.findByTitle('占道经营申请表'));
    press('添加材料', 1);
    type('材料名称', '平面图');
    const tree = screen.getByRole('region', { name: '情形' });
    fireEvent.click(within(tree).getByRole('button', { name: /^食品没有/ }));
    type('编码', 'food');
    press('发布');
    await waitFor(() => expect(checkedBody(calls)).toBeTruthy());
    expect(checkedBody(calls)).toMatchObject({
      situations: [
        { id: 'food', name: '食品', parent: null, papers: [], forms: [] },
        {
          id: 'situation2',
          name: '食品新办',
          parent: 'food',
          papers: [{ name: '平面图' }],
          forms: ['stall'],
        },
      ],
    });
  });
});

it('goes to a chosen situation on a phone, and back to the list', async () => {
  const { matchMedia } = globalThis;
  vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: true }));
  edit({ ...settings, situations: [{ id: 'a', name: '个人', parent: null, papers: [], forms: [] }] });
  const situation = await screen.findByRole('button', { name: /^个人/ });
  fireEvent.click(situation);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: '个人' }));
  press('返回情形列表');
  expect(document.activeElement).toBe(situation);
});
