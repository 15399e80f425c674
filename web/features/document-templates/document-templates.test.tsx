import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { DocumentTemplatesScreen } from './DocumentTemplatesScreen.tsx';
import { bodyOf, draft, list, paths, sentTo } from './test-templates.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

it('explains document templates when there are none, with a button to create one', async () => {
  answerCalls({ [`GET ${paths.list.path}`]: () => ({ rows: [], items: list.items }) });
  renderPart(<DocumentTemplatesScreen />);
  expect(await screen.findByText('还没有文书模板')).toBeTruthy();
  expect(screen.getByText(/办理到指定的按钮时自动生成/)).toBeTruthy();
  fireEvent.click(screen.getAllByRole('button', { name: '新建文书模板' }).at(-1) as HTMLElement);
  expect(await screen.findByRole('button', { name: '建立草稿' })).toBeTruthy();
});

describe('list of document templates', () => {
  function openList() {
    const calls = answerCalls({
      [`GET ${paths.list.path}`]: () => list,
      [`POST ${paths.saveDraft.path}`]: () => ({ ...draft, problems: [] }),
    });
    renderPart(<DocumentTemplatesScreen />);
    return calls;
  }

  it('shows what creates each document and its state, and finds documents by a word', async () => {
    openList();
    const row = await screen.findByRole('row', { name: /受理告知书/ });
    expect(row.textContent).toContain('群众来信办理便函已发布 第 2 版，有草稿受理审查 · 受理肖涵');
    fireEvent.change(screen.getByRole('textbox', { name: '查找文书' }), { target: { value: '没有' } });
    expect(await screen.findByText('没有找到文书')).toBeTruthy();
  });

  it('creates a template from the start of a layout, and refuses a code that is in use', async () => {
    const calls = openList();
    await screen.findByRole('row', { name: /受理告知书/ });
    fireEvent.click(await screen.findByRole('button', { name: '新建文书模板' }));
    const dialog = await screen.findByRole('dialog');
    const createButton = within(dialog).getByRole('button', { name: '建立草稿' });
    fireEvent.click(createButton);
    expect(await within(dialog).findByText('请填写文书名称')).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText('名称'), { target: { value: '延期告知书' } });
    fireEvent.change(within(dialog).getByLabelText('编码'), { target: { value: 'notice' } });
    fireEvent.click(createButton);
    expect(await within(dialog).findByText('该事项已有这个编码的文书')).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText('编码'), { target: { value: 'delay' } });
    fireEvent.click(within(dialog).getByRole('radio', { name: /^公文/ }));
    fireEvent.click(createButton);
    await screen.findByText('另一个页面');
    const { document, over, taskCode } = bodyOf(sentTo(calls, paths.saveDraft.path)[0]);
    expect([taskCode, over]).toEqual(['petition-letter', null]);
    expect(document.template).toMatchObject({ code: 'delay', name: '延期告知书', look: 'official' });
  });
});
