import { focusManager, onlineManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forms } from '#contract/forms.ts';
import { answerCalls, renderPart } from '#web/features/work-orders/test-screen.tsx';
import { type Editor, editors, refusalText } from './test-editors.tsx';

/**
 * Unsaved input of a form, an item or a process survives a broken connection, a reload and a crash (decision
 * 0171).
 */

vi.mock('#web/toolkit/diagram/ProcessDiagram.tsx', () => ({ ProcessDiagram: () => <p>流程图</p> }));

const storedDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith('banjian.draft.'));
beforeEach(() => localStorage.clear());
afterEach(() => {
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = ({ screen: part, path }: Editor) => {
  const rendered = renderPart(part, path);
  return act(async () => {
    await rendered.router.navigate('/stall?new', { replace: true });
    return rendered;
  });
};
const fieldOf = async ({ field }: Editor) =>
  (await screen.findByRole('textbox', { name: field })) as HTMLInputElement;
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });

/** Breaks the connection and restores it, then focuses the window again. */
async function interruptConnection(): Promise<void> {
  await act(async () => onlineManager.setOnline(false));
  await act(async () => {
    onlineManager.setOnline(true);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
}

describe.each(editors)('unknown code of a $kind', (editor) => {
  it('shows a not-found message with a link to the list, and opens no empty editor', async () => {
    answerCalls(editor.answers(() => 0));
    const rendered = renderPart(editor.screen, editor.path);
    await act(() => rendered.router.navigate('/stall', { replace: true }));
    expect(await screen.findByText(`没有找到这个${editor.kind}`)).toBeDefined();
    expect(screen.getByRole('link', { name: `返回${editor.kind}列表` })).toBeDefined();
    expect(screen.queryByRole('textbox', { name: editor.field })).toBeNull();
  });
});

describe.each(editors)('editing a $kind', (editor) => {
  it('keeps a new one when the connection breaks, and does not ask the server for it', async () => {
    let version = 0;
    const calls = answerCalls(editor.answers(() => version));
    await open(editor);
    const field = await fieldOf(editor);
    type(field, '写了一半');
    await interruptConnection();
    expect(await fieldOf(editor)).toBe(field);
    expect(field.value).toBe('写了一半');
    expect(calls.filter(({ path }) => path === editor.readPath)).toEqual([]);
    // Another user publishes a record with the same code.
    version = 1;
    await interruptConnection();
    expect(await fieldOf(editor)).toBe(field);
    expect(field.value).toBe('写了一半');
  });

  it('keeps a changed one as well, also when another version was published meanwhile, and shows this', async () => {
    let version = 1;
    answerCalls(editor.answers(() => version));
    await open(editor);
    const field = await fieldOf(editor);
    expect(field.value).toBe('第 1 版');
    type(field, '改了一半');
    version = 2;
    await interruptConnection();
    expect(await fieldOf(editor)).toBe(field);
    expect(field.value).toBe('改了一半');
    expect(await screen.findByText('打开之后已有人发布第 2 版。')).toBeTruthy();
  });

  const publish = async () => {
    fireEvent.click(screen.getByRole('button', { name: /发布$/ }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '确认发布' })).toHaveProperty('disabled', false),
    );
    fireEvent.click(screen.getByRole('button', { name: '确认发布' }));
  };
  /** Opens the first version, then lets another person publish the second. */
  const openOutdatedVersion = async () => {
    let version = 1;
    const calls = answerCalls({ ...editor.answers(() => version), ...editor.publishAnswers });
    await open(editor);
    type(await fieldOf(editor), '我写的');
    version = 2;
    await publish();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(refusalText);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return { calls, alert };
  };

  it('shows who published meanwhile, keeps the typed text, and publishes over that version on request', async () => {
    const { calls, alert } = await openOutdatedVersion();
    expect((await fieldOf(editor)).value).toBe('我写的');
    const check = within(alert).getByRole('link', { name: '查看最新内容' });
    expect([check.getAttribute('href'), check.getAttribute('target')]).toEqual(['/stall', '_blank']);
    fireEvent.click(within(alert).getByRole('button', { name: '保留我的内容' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect((await fieldOf(editor)).value).toBe('我写的');
    await publish();
    const publishPath = Object.keys(editor.publishAnswers).at(-1)?.replace('POST ', '');
    const attempts = () => calls.filter(({ method, path }) => method === 'POST' && path === publishPath);
    await waitFor(() => expect(attempts()).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(attempts()[1]?.body).toMatchObject({
      over: editor.kind === '事项' ? { version: 2, current: true } : 2,
    });
  });

  it('loads the newest version only after confirmation', async () => {
    const { alert } = await openOutdatedVersion();
    fireEvent.click(within(alert).getByRole('button', { name: '载入最新内容' }));
    const confirmation = await screen.findByRole('dialog');
    expect((await fieldOf(editor)).value).toBe('我写的');
    fireEvent.click(within(confirmation).getByRole('button', { name: '载入最新内容' }));
    await waitFor(async () => expect((await fieldOf(editor)).value).toBe('第 2 版'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  /** Opens version 1, types, and waits until the draft is stored; then the editor is closed as by a reload. */
  const storeDraft = async (value: string) => {
    await open(editor);
    type(await fieldOf(editor), value);
    await waitFor(() => expect(localStorage.getItem(storedDrafts()[0] ?? '')).toContain(value));
    cleanup();
  };

  it('restores unpublished changes after a reload with their time, and discards them on request', async () => {
    answerCalls(editor.answers(() => 1));
    await storeDraft('写了一半');
    await open(editor);
    expect((await fieldOf(editor)).value).toBe('写了一半');
    expect(screen.getByText(/^已恢复/).textContent).toMatch(/20\d\d-\d\d-\d\d \d\d:\d\d/);
    expect(screen.getByText('有未发布的修改')).toBeTruthy();
    // Further typing adds to the restored text; another reload restores both.
    type(await fieldOf(editor), '写了一半，又写');
    await waitFor(() => expect(localStorage.getItem(storedDrafts()[0] ?? '')).toContain('又写'));
    cleanup();
    await open(editor);
    expect((await fieldOf(editor)).value).toBe('写了一半，又写');
    fireEvent.click(await screen.findByRole('button', { name: '放弃修改' }));
    const confirmation = await screen.findByRole('dialog');
    expect(storedDrafts().length).toBe(1);
    fireEvent.click(within(confirmation).getByRole('button', { name: '放弃修改' }));
    await waitFor(async () => expect((await fieldOf(editor)).value).toBe('第 1 版'));
    expect(screen.queryByText(/^已恢复/)).toBeNull();
    expect(storedDrafts().length).toBe(0);
  });

  it('continues a new one that was left before its first publication', async () => {
    answerCalls(editor.answers(() => 0));
    await storeDraft('新建的');
    await open(editor);
    expect((await fieldOf(editor)).value).toBe('新建的');
  });

  it('offers changes of an earlier version, and cannot be edited until they are restored or discarded', async () => {
    let version = 1;
    answerCalls(editor.answers(() => version));
    await storeDraft('写了一半');
    version = 2;
    await open(editor);
    const field = await fieldOf(editor);
    expect(field.value).toBe('第 2 版');
    expect(screen.getByText(/本机留有未发布的修改，保存于/).textContent).toContain(
      '写于第 1 版之上，现在是第 2 版',
    );
    expect(field.closest('[inert]')).not.toBeNull();
    expect(screen.getByRole('button', { name: /发布$/ })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: '恢复修改' }));
    expect((await fieldOf(editor)).value).toBe('写了一半');
    expect((await fieldOf(editor)).closest('[inert]')).toBeNull();
    expect(screen.queryByText(/本机留有/)).toBeNull();
  });

  it('keeps what was typed last when the user leaves for another screen, or discards it', async () => {
    answerCalls(editor.answers(() => 1));
    const leave = async (value: string, choice: string) => {
      const { router } = await open(editor);
      type(await fieldOf(editor), value);
      await act(() => router.navigate('/else/where'));
      fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: choice }));
      expect(await screen.findByText('另一个页面')).toBeTruthy();
      cleanup();
    };
    await leave('写了一半', '保留草稿，离开');
    await open(editor);
    expect((await fieldOf(editor)).value).toBe('写了一半');
    cleanup();
    await leave('不要了', '放弃修改');
    expect(storedDrafts().length).toBe(0);
  });

  it('needs no warning when the window closes, because this browser keeps what was typed last', async () => {
    answerCalls(editor.answers(() => 1));
    await open(editor);
    type(await fieldOf(editor), '写了一半');
    const closeEvent = new Event('beforeunload', { cancelable: true });
    act(() => void window.dispatchEvent(closeEvent));
    expect(closeEvent.defaultPrevented).toBe(false);
    expect(storedDrafts().length).toBe(1);
  });

  it('downloads the content of the screen as a file', async () => {
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    answerCalls(editor.answers(() => 0));
    await open(editor);
    type(await fieldOf(editor), '写了一半');
    await pressDownload();
    expect(blobs).toHaveLength(1);
    expect(await textOf(blobs[0] as Blob)).toContain('写了一半');
    vi.restoreAllMocks();
  });
});

/** Presses 下载, which the editor of forms has in its menu 文件. */
async function pressDownload() {
  const menu = screen.queryByRole('button', { name: '文件' });
  if (menu === null) return fireEvent.click(screen.getByRole('button', { name: '下载' }));
  fireEvent.click(menu);
  return fireEvent.click(await screen.findByRole('menuitem', { name: '下载表单文件' }));
}

describe.each(editors)('publishing a $kind', (editor) => {
  it('is possible only with a change', async () => {
    answerCalls(editor.answers(() => 1));
    await open(editor);
    const field = await fieldOf(editor);
    const publish = screen.getByRole('button', { name: /发布$/ });
    if (editor.kind !== '事项') expect(publish).toHaveProperty('disabled', true);
    type(field, '改了');
    expect(publish).toHaveProperty('disabled', false);
  });
});

describe('local draft', () => {
  const [formEditor] = editors;
  if (!formEditor) throw new Error('No editor of forms');

  it('is removed on publication', async () => {
    let version = 0;
    answerCalls({
      ...formEditor.answers(() => version),
      [`POST ${forms.check.path}`]: () => ({
        problems: [],
        hints: [],
        form: { code: 'stall', name: '申请表', current: null },
        changes: [],
      }),
      [`POST ${forms.publish.path}`]: () => {
        version = 1;
        return { id: 'stall:1', code: 'stall', version: 1 };
      },
    });
    await open(formEditor);
    type(await fieldOf(formEditor), '申请表');
    await waitFor(() => expect(storedDrafts().length).toBe(1));
    fireEvent.click(screen.getByRole('button', { name: '发布' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('button', { name: '确认发布' }));
    expect(await screen.findByText(/当前第 1 版/)).toBeTruthy();
    expect(storedDrafts().length).toBe(0);
    expect((await fieldOf(formEditor)).value).toBe('申请表');
    expect(screen.queryByText('有未发布的修改')).toBeNull();
    expect(screen.queryByText(/打开之后已有人发布/)).toBeNull();
  });

  it('shows a warning when the browser has no space to store it', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    answerCalls(formEditor.answers(() => 0));
    await open(formEditor);
    type(await fieldOf(formEditor), '申请表');
    expect(await screen.findByText('内容过多，本机未能保留，请及时下载或发布')).toBeTruthy();
    vi.restoreAllMocks();
  });
});

describe('publishing without a connection', () => {
  it('shows the error at once and retries on request, in a dialog without a file in its title', async () => {
    const [formEditor] = editors;
    if (!formEditor) throw new Error('No editor of forms');
    let isBroken = true;
    answerCalls({
      ...formEditor.answers(() => 0),
      [`POST ${forms.check.path}`]: () => {
        if (isBroken) throw new TypeError('Failed to fetch');
        return {
          problems: [{ field: 'field1', message: '缺少字段名称' }],
          hints: [],
          form: null,
          changes: [],
        };
      },
    });
    await open(formEditor);
    await fieldOf(formEditor);
    await act(async () => onlineManager.setOnline(false));
    fireEvent.click(screen.getByRole('button', { name: '发布' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('发布表单')).toBeTruthy();
    expect(await within(dialog).findByText('网络错误，请检查网络后重试')).toBeTruthy();
    isBroken = false;
    fireEvent.click(within(dialog).getByRole('button', { name: /重试|重新/ }));
    expect(await within(dialog).findByText('第 1 项（未命名）：缺少字段名称')).toBeTruthy();
  });
});
