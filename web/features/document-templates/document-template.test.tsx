import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TemplateVersion } from '#contract/document-templates.ts';
import type { ItemDocument } from '#domain/documents/item-document.ts';
import {
  type Answers,
  answerCalls,
  pressAgain,
  refuseWith,
  renderPart,
} from '../work-orders/test-screen.tsx';
import { DocumentTemplateScreen } from './DocumentTemplateScreen.tsx';
import { bodyOf, draft, facts, list, paths, sentTo, stored, version } from './test-templates.ts';

/** The documents of items, as the configuration administrator edits them (decision 0155). */

vi.mock('#web/toolkit/files/viewer/PdfView.tsx', () => ({
  PdfView: ({ file }: { file: { name: string } }) => <p>{file.name}的图</p>,
}));

const part = (name: string) => screen.findByRole('textbox', { name });
const type = (field: HTMLElement, value: string) => {
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value } });
};

const editorPath = '/business/document-templates/:taskCode/:code';
function openEditor(answers: Answers = {}) {
  const calls = answerCalls({
    [`GET ${paths.versions.path}`]: () => ({ rows: [version] }),
    [`GET ${paths.facts.path}`]: () => facts,
    [`GET ${paths.read.path}`]: () => ({ ...version, document: stored, problems: [] }),
    [`GET ${paths.list.path}`]: () => list,
    [`POST ${paths.check.path}`]: () => ({ problems: [] }),
    [`POST ${paths.preview.path}`]: () => ({ pdf: btoa('%PDF-') }),
    [`POST ${paths.saveDraft.path}`]: () => ({ ...draft, problems: [] }),
    [`POST ${paths.publish.path}`]: () => ({ ...draft, state: 'published', stateLabel: '已发布' }),
    ...answers,
  });
  const { router } = renderPart(<DocumentTemplateScreen />, editorPath);
  return { calls, router };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe('document template editor', () => {
  it('offers to save the draft before the user leaves, and stays after a refusal', async () => {
    let isRefused = true;
    const { calls, router } = openEditor({
      [`POST ${paths.saveDraft.path}`]: () =>
        isRefused ? refuseWith(40958, '该文书模板已由赵敏修改') : { ...draft, problems: [] },
    });
    const [first] = await screen.findAllByRole('textbox', { name: '段落文字' });
    type(first as HTMLElement, '改过的段落。');
    const saveAndLeave = async () => {
      await act(() => router.navigate('/else/where'));
      fireEvent.click(await screen.findByRole('button', { name: '保存草稿并离开' }));
    };
    await saveAndLeave();
    expect(await screen.findByText(/该文书模板已由赵敏修改/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    isRefused = false;
    await saveAndLeave();
    expect(await screen.findByText('另一个页面')).toBeTruthy();
    expect(bodyOf(sentTo(calls, paths.saveDraft.path)[1]).document.template.body[0]).toEqual({
      kind: 'text',
      text: '改过的段落。',
    });
  });

  it('shows field names, and saves field paths based on the version it was opened with', async () => {
    const { calls } = openEditor();
    const [first] = await screen.findAllByRole('textbox', { name: '段落文字' });
    expect((first as HTMLTextAreaElement).value).toBe('由{{登记表.承办单位}}办理。');
    type(first as HTMLElement, '交{{登记表.承办单位}}办理。');
    expect(screen.getByText('有未保存的修改')).toBeTruthy();
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    expect(await screen.findByText('草稿已保存')).toBeTruthy();
    const { document, over } = bodyOf(sentTo(calls, paths.saveDraft.path)[0]);
    expect(document.template.body[0]).toEqual({ kind: 'text', text: '交{{表单.letter.unit}}办理。' });
    expect(document.template.body[1]).toEqual(stored.template.body[1]);
    expect(over).toBe(version.savedAt);
    expect(screen.queryByText('有未保存的修改')).toBeNull();
  });

  it('inserts a field at the last cursor position, and marks unknown fields', async () => {
    openEditor();
    const title = await part('标题');
    type(title, '告知书');
    (title as HTMLTextAreaElement).setSelectionRange(0, 0);
    fireEvent.click(screen.getByText('可填内容'));
    fireEvent.click(await screen.findByRole('button', { name: '承办单位' }));
    await waitFor(() => expect((title as HTMLTextAreaElement).value).toBe('{{登记表.承办单位}}告知书'));
    type(title, '{{登记表.没有}}');
    expect(document.querySelector('mark[data-unknown]')?.textContent).toBe('{{登记表.没有}}');
  });

  it('lists all problems, and links each to its part', async () => {
    const problems = [
      { field: 'template.title', message: '没有占位符“无”' },
      { field: 'template.body[1]', message: '没有写法“天干”' },
    ];
    openEditor({
      [`POST ${paths.check.path}`]: () => ({ problems }),
    });
    Element.prototype.scrollIntoView = vi.fn();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('发布前须改正 2 处');
    fireEvent.click(within(alert).getByRole('button', { name: '正文第 2 段：没有写法“天干”' }));
    expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: '段落文字' })[1]);
    expect(screen.getByRole('button', { name: /^发\s*布$/ }).hasAttribute('disabled')).toBe(true);
  });

  it('shows no problem of a part being edited until it is left or everything is saved', async () => {
    const newProblem = { field: 'template.body[0]', message: '请选择条件内容' };
    const existingProblem = { field: 'template.title', message: '没有占位符“无”' };
    openEditor({
      [`POST ${paths.check.path}`]: ({ body }) => {
        const [first] = (body as { document: ItemDocument }).document.template.body;
        return { problems: first?.when ? [newProblem, existingProblem] : [existingProblem] };
      },
    });
    const alert = await screen.findByRole('alert');
    fireEvent.click(screen.getByRole('button', { name: '设置条件：第 1 段显示条件' }));
    const add = screen.getByRole('button', { name: '添加条件' });
    act(() => add.focus());
    fireEvent.click(add);
    await waitFor(() =>
      expect(add.closest('[data-part]')?.querySelectorAll('[aria-label="事实"]')).toHaveLength(1),
    );
    // After a pause in typing, the server has reported the problem.
    await waitFor(() => expect(screen.getByText('发布前须改正 1 处：')).toBeTruthy());
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(alert.textContent).not.toContain('请选择条件内容');
    // Beside the form it says why 发布 is disabled.
    expect(screen.getByText(/^正在填写的地方：请选择条件内容。/)).toBeTruthy();
    expect(alert.textContent).toContain('没有占位符“无”');
    act(() => screen.getByRole('textbox', { name: '标题' }).focus());
    expect(screen.getByRole('alert').textContent).toContain('正文第 1 段：请选择条件内容');
    // A problem that is already shown stays while the user corrects it, and saving shows all problems.
    act(() => add.focus());
    expect(screen.getByRole('alert').textContent).toContain('正文第 1 段：请选择条件内容');
  });

  it('binds the template to another button, adds a part, and gives a part its condition', async () => {
    const { calls } = openEditor();
    await part('标题');
    fireEvent.click(screen.getByRole('button', { name: '删除按钮 1' }));
    fireEvent.click(screen.getByRole('button', { name: '添加小标题' }));
    type(await part('小标题文字'), '一、情况');
    fireEvent.click(screen.getByRole('button', { name: '上移第 3 段' }));
    expect(screen.getByText(/第 3 段显示条件：不满足（登记表.承办单位 已填写）/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '设置条件：第 3 段显示条件' }));
    fireEvent.click(screen.getByRole('button', { name: '删除条件 1' }));
    fireEvent.click(screen.getByRole('button', { name: '保存草稿' }));
    await screen.findByText('草稿已保存');
    const { document } = bodyOf(sentTo(calls, paths.saveDraft.path)[0]);
    expect(document.places).toEqual([]);
    expect(document.template.body.slice(1)).toEqual([
      { kind: 'heading', level: 1, text: '一、情况' },
      { kind: 'text', text: '不予受理。' },
    ]);
  });

  it('publishes after showing the changes against the published version', async () => {
    const { calls } = openEditor();
    type(await part('标题'), '新的标题');
    fireEvent.click(await screen.findByRole('button', { name: /^发\s*布$/ }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('新的标题')).toBeTruthy();
    expect(dialog.querySelector('del')?.textContent).toBe('受理告知书');
    fireEvent.click(within(dialog).getByRole('button', { name: '确认发布' }));
    expect(await screen.findByText('文书模板已发布')).toBeTruthy();
    expect(sentTo(calls, paths.publish.path)[0]?.body).toEqual({
      id: draft.id,
      over: draft.savedAt,
    });
  });

  it('stays open as it is while its own saving and publishing refresh the loaded data', async () => {
    const published = { ...draft, state: 'published', stateLabel: '已发布' };
    const replaced = { ...version, state: 'replaced', stateLabel: '已被替换' };
    let rows: unknown[] = [version];
    const { calls } = openEditor({
      [`GET ${paths.versions.path}`]: () => ({ rows }),
      [`GET ${paths.read.path}`]: ({ query }) => ({
        ...(rows as TemplateVersion[]).find(({ id }) => id === query.get('id')),
        document: stored,
        problems: [],
      }),
      [`POST ${paths.saveDraft.path}`]: () => {
        rows = [draft, version];
        return { ...draft, problems: [] };
      },
      [`POST ${paths.publish.path}`]: () => {
        rows = [published, replaced];
        return published;
      },
      [`POST ${paths.disable.path}`]: () => ({ ...draft, state: 'withdrawn', stateLabel: '已停用' }),
    });
    const title = await part('标题');
    type(title, '新的标题');
    fireEvent.click(await screen.findByRole('button', { name: /^发\s*布$/ }));
    fireEvent.click(await screen.findByRole('button', { name: '确认发布' }));
    expect(await screen.findByText('文书模板已发布')).toBeTruthy();
    expect(screen.queryByText('草稿已保存')).toBeNull();
    expect(title.isConnected).toBe(true);
    expect(screen.getByText('已发布')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '放弃草稿' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^停\s*用$/ }));
    fireEvent.click(await screen.findByRole('button', { name: '确认停用' }));
    await waitFor(() =>
      expect(sentTo(calls, paths.disable.path)[0]?.body).toEqual({
        id: draft.id,
        over: draft.savedAt,
        state: 'published',
      }),
    );
    // The template stays open in its new state.
    expect(await screen.findByText('已停用')).toBeTruthy();
    expect(title.isConnected).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: /^发\s*布$/ }));
    expect(await screen.findByText('停用后重新启用')).toBeTruthy();
  });

  it('shows the version in force below a draft, and opens it after the draft is discarded', async () => {
    let rows: unknown[] = [draft, version];
    openEditor({
      [`GET ${paths.versions.path}`]: () => ({ rows }),
      [`GET ${paths.read.path}`]: ({ query }) => ({
        ...(rows as TemplateVersion[]).find(({ id }) => id === query.get('id')),
        document: stored,
        problems: [],
      }),
      [`POST ${paths.disable.path}`]: () => {
        const discarded = { ...draft, state: 'withdrawn', stateLabel: '草稿已放弃' };
        rows = [discarded, version];
        return discarded;
      },
    });
    expect(await screen.findByText(/^已发布第 2 版，草稿第 3 版，/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '放弃草稿' }));
    expect(await screen.findByText('第 2 版不变，继续使用')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '确认放弃草稿' }));
    expect(await screen.findByText('草稿已放弃')).toBeTruthy();
    expect(await screen.findByText('已发布')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^停\s*用$/ })).toBeTruthy();
  });

  it('shows the state of the response at once, and offers no outdated button while lists load slowly', async () => {
    const published = { ...draft, state: 'published', stateLabel: '已发布' };
    let isSlow = false;
    const listResponse = Promise.withResolvers<void>();
    const publishResponse = Promise.withResolvers<void>();
    const { calls } = openEditor({
      [`GET ${paths.versions.path}`]: async () => {
        if (isSlow) await listResponse.promise;
        return { rows: isSlow ? [published] : [draft, version] };
      },
      [`GET ${paths.read.path}`]: () => ({ ...draft, document: stored, problems: [] }),
      [`POST ${paths.publish.path}`]: async () => {
        await publishResponse.promise;
        return published;
      },
    });
    expect(await screen.findByText('草稿')).toBeTruthy();
    isSlow = true;
    fireEvent.click(screen.getByRole('button', { name: /^发\s*布$/ }));
    const confirm = (await screen.findByRole('button', { name: '确认发布' })) as HTMLButtonElement;
    await waitFor(() => expect(confirm.disabled).toBe(false));
    fireEvent.click(confirm);
    await waitFor(() => expect(sentTo(calls, paths.publish.path)).toHaveLength(1));
    const discard = screen.getByRole('button', { name: '放弃草稿' }) as HTMLButtonElement;
    expect(discard.disabled).toBe(true);
    publishResponse.resolve();
    expect(await screen.findByText('文书模板已发布')).toBeTruthy();
    expect(screen.getByText('已发布')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '放弃草稿' })).toBeNull();
    expect(screen.getByRole('button', { name: /^停\s*用$/ })).toBeTruthy();
    listResponse.resolve();
  });

  it('waits for the current version when an older one is cached', async () => {
    let rows: unknown[] = [draft, version];
    const { router } = openEditor({
      [`GET ${paths.versions.path}`]: () => ({ rows }),
      [`GET ${paths.read.path}`]: ({ query }) => ({
        ...(rows as TemplateVersion[]).find(({ id }) => id === query.get('id')),
        document: stored,
        problems: [],
      }),
    });
    expect(await screen.findByText('草稿')).toBeTruthy();
    await act(() => router.navigate('/elsewhere'));
    rows = [{ ...draft, state: 'published', stateLabel: '已发布' }];
    await act(() => router.navigate(editorPath));
    expect(await screen.findByText('已发布')).toBeTruthy();
  });

  it('keeps the typed text over a reload, and shows inline who has saved since, with the options', async () => {
    const savedLater = '2026-11-20T02:05:00.000Z';
    let rows = [{ ...draft, savedBy: '肖涵' }];
    const calls = openEditor({
      [`GET ${paths.versions.path}`]: () => ({ rows }),
      [`POST ${paths.saveDraft.path}`]: ({ body }) =>
        (body as { over: string }).over === savedLater
          ? { ...draft, savedAt: savedLater, problems: [] }
          : refuseWith(40958, '该文书模板已由赵敏于 2026-11-20 10:05 修改'),
    }).calls;
    type(await part('标题'), '没有保存');
    const key = 'serviceportal.document-template.petition-letter/notice';
    await waitFor(() => expect(sessionStorage.getItem(key)).toContain('没有保存'));
    rows = [{ ...draft, savedAt: savedLater, savedBy: '赵敏' }];
    fireEvent.click(screen.getByRole('button', { name: '保存草稿' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('该文书模板已由赵敏于 2026-11-20 10:05 修改');
    expect(((await part('标题')) as HTMLTextAreaElement).value).toBe('没有保存');
    expect(within(alert).getByRole('link', { name: '查看最新内容' }).getAttribute('href')).toBe(editorPath);
    fireEvent.click(within(alert).getByRole('button', { name: '保留我的内容' }));
    expect(((await part('标题')) as HTMLTextAreaElement).value).toBe('没有保存');
    await pressAgain(() => screen.getByRole('button', { name: /保存草稿$/ }));
    expect(await screen.findByText('草稿已保存')).toBeTruthy();
    expect(calls.findLast(({ path }) => path === paths.saveDraft.path)?.body).toMatchObject({
      over: savedLater,
    });
  });

  it('restores the typed text after a reload, unless the user discards it', async () => {
    const unsaved = { ...stored, template: { ...stored.template, title: '上次输入' } };
    sessionStorage.setItem(
      'serviceportal.document-template.petition-letter/notice',
      JSON.stringify({ over: version.savedAt, document: unsaved }),
    );
    openEditor();
    const title = (await part('标题')) as HTMLTextAreaElement;
    expect(title.value).toBe('上次输入');
    fireEvent.click(screen.getByRole('button', { name: '不要恢复' }));
    expect(title.value).toBe('受理告知书');
  });

  it('imports a whole template as text, and explains why invalid text is rejected', async () => {
    let isOne = false;
    const problems = [{ field: 'document.template.look', message: '应为可选的值' }];
    openEditor({
      [`POST ${paths.check.path}`]: () =>
        isOne ? { problems: [] } : refuseWith(400, '请检查并完善以下信息', problems),
    });
    await part('标题');
    fireEvent.click(screen.getByRole('button', { name: /^代\s*码$/ }));
    const text = await screen.findByRole('textbox', { name: /全部复制/ });
    const useButton = screen.getByRole('button', { name: /^取\s*用$/ });
    fireEvent.change(text, { target: { value: '{' } });
    fireEvent.click(useButton);
    expect(await screen.findByText('不是 JSON')).toBeTruthy();
    const importedTemplate = { ...stored, template: { ...stored.template, code: 'other', title: '贴入' } };
    fireEvent.change(text, { target: { value: JSON.stringify(importedTemplate) } });
    fireEvent.click(useButton);
    expect(await screen.findByText('不是文书模板：template.look 应为可选的值')).toBeTruthy();
    isOne = true;
    fireEvent.click(useButton);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByDisplayValue('贴入')).toBeTruthy();
  });
});
