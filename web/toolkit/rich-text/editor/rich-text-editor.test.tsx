import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOfPicture } from '#domain/texts/rich-text-content.ts';
import { RichText } from '../RichText.tsx';
import type { UploadPicture } from './picture-uploads.ts';
import { openEditor, paste } from './test-editor.tsx';

const id = '0190a1b2-0000-7000-8000-0000000000aa';
const picture = `<img src="${addressOfPicture(id)}" alt="现场">`;

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => {} }));
});
afterEach(cleanup);

/** Returns an upload whose end the test decides. */
function controlledUpload() {
  const calls: {
    file: File;
    signal: AbortSignal;
    progress: (percent: number) => void;
    arrive: () => Promise<void>;
    fail: (message: string) => Promise<void>;
  }[] = [];
  const upload: UploadPicture = (file, onProgress, { signal }) =>
    new Promise((resolve, reject) => {
      calls.push({
        file,
        signal,
        progress: (percent) => act(() => onProgress(percent)),
        arrive: () => act(async () => resolve({ id, name: file.name })),
        fail: (message) => act(async () => reject(new Error(message))),
      });
    });
  return { calls, upload };
}

const fileOf = (name: string, size = 3, type = 'image/png') =>
  new File([new Uint8Array(size)], name, { type });

describe('an upload into the text (S2 §2)', () => {
  it('shows [uploading...] with its percent, which is no text, and then the picture', async () => {
    const { calls, upload } = controlledUpload();
    const { text, values, busy } = openEditor({ upload, value: '<p>前</p>' });
    paste(text, { files: [fileOf('现场.png')] });
    expect(text.textContent).toContain('[uploading...] 0%');
    calls[0]?.progress(64);
    expect(text.textContent).toContain('[uploading...] 64%');
    expect(values.join('')).not.toContain('uploading');
    expect(busy).toEqual([true]);
    await calls[0]?.arrive();
    expect(text.textContent).not.toContain('uploading');
    expect(values.at(-1)).toContain(picture);
    expect(busy).toEqual([true, false]);
  });

  it('shows [upload error] with the reason, and can be repeated or removed', async () => {
    const { calls, upload } = controlledUpload();
    const { text, values, busy } = openEditor({ upload });
    paste(text, { files: [fileOf('一.png')] });
    await calls[0]?.fail('上传失败，请重新上传');
    expect(text.textContent).toContain('[upload error]一.png：上传失败，请重新上传');
    expect(busy).toEqual([true, false]);
    fireEvent.click(screen.getByRole('button', { name: '重传 一.png' }));
    expect(busy).toEqual([true, false, true]);
    await waitFor(() => expect(calls).toHaveLength(2));
    await calls[1]?.fail('上传错误');
    fireEvent.click(screen.getByRole('button', { name: '移除 一.png' }));
    expect(text.textContent).not.toContain('upload');
    expect(values.filter((value) => value !== '')).toEqual([]);
  });

  it('is one step of the history: undo removes only the picture, and brings no placeholder back', async () => {
    const { calls, upload } = controlledUpload();
    const { text, editor } = openEditor({ upload });
    act(() => void editor.commands.insertContent('前'));
    paste(text, { files: [fileOf('一.png')] });
    act(() => void editor.commands.insertContent('中'));
    await calls[0]?.arrive();
    act(() => void editor.commands.insertContent('后'));
    const undo = () => fireEvent.click(screen.getByRole('button', { name: '撤销' }));
    undo();
    expect(editor.getHTML()).toContain('<img');
    undo();
    expect(editor.getHTML()).toBe('<p>前中</p>');
    undo();
    expect(text.textContent).not.toContain('uploading');
    fireEvent.click(screen.getByRole('button', { name: '重做' }));
    fireEvent.click(screen.getByRole('button', { name: '重做' }));
    expect(editor.getHTML()).toContain('<img');
  });

  it('is cancelled when the text around it is deleted or the editor is closed', async () => {
    const { calls, upload } = controlledUpload();
    const { text, editor, busy, unmount } = openEditor({ upload, value: '<p>甲乙</p>' });
    act(() => void editor.commands.setTextSelection(2));
    paste(text, { files: [fileOf('一.png'), fileOf('二.png')] });
    await act(async () => void editor.commands.clearContent());
    await act(async () => {});
    expect(calls[0]?.signal.aborted).toBe(true);
    await waitFor(() => expect(busy).toEqual([true, false]));
    paste(text, { files: [fileOf('三.png')] });
    await waitFor(() => expect(calls.at(-1)?.file.name).toBe('三.png'));
    unmount();
    expect(calls.at(-1)?.signal.aborted).toBe(true);
    expect(busy.at(-1)).toBe(false);
  });
});

describe('pasted and dropped files', () => {
  it('must be images: images are taken, and the others are named', async () => {
    const { calls, upload } = controlledUpload();
    const { text } = openEditor({ upload });
    paste(text, {
      files: [
        fileOf('检测报告.docx', 3, 'application/msword'),
        fileOf('图.png'),
        fileOf('图.svg', 3, 'image/svg+xml'),
      ],
    });
    expect(calls.map(({ file }) => file.name)).toEqual(['图.png']);
    const messages = screen.getByRole('status').textContent;
    expect(messages).toContain('只能粘贴或拖入图片，“检测报告.docx”请用附件上传');
    expect(messages).toContain('“图.svg”格式错误！请重新上传');
  });

  it('of the first editor must be smaller than its limit (S2 §5)', () => {
    const { calls, upload } = controlledUpload();
    const { text } = openEditor({ upload, pictureLimit: 1_048_576 });
    paste(text, { files: [fileOf('大.png', 1_048_576)] });
    expect(screen.getByRole('status').textContent).toBe('附件大小不得超过1M！请重新上传');
    paste(text, { files: [fileOf('小.png', 1_048_575)] });
    expect(calls.map(({ file }) => file.name)).toEqual(['小.png']);
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('of the second editor are ignored without a message above 5 MB (S2 §5)', () => {
    const { calls, upload } = controlledUpload();
    const { text } = openEditor({ upload, kind: 'plain' });
    paste(text, { files: [fileOf('大.png', 5_242_881)] });
    expect(screen.getByRole('status').textContent).toBe('');
    expect(text.textContent).not.toContain('upload');
    paste(text, { files: [fileOf('限.png', 5_242_880)] });
    expect(calls.map(({ file }) => file.name)).toEqual(['限.png']);
  });

  it('do not double the text beside them, and lost pictures of a text are counted', () => {
    const { calls, upload } = controlledUpload();
    const { text, values } = openEditor({ upload });
    paste(text, {
      html: '<p>表</p><img src="file:///C:/1.png"><img src="https://a.cn/2.png">',
      files: [fileOf('表.png')],
    });
    expect(calls).toEqual([]);
    expect(values.at(-1)).toBe('<p>表</p>');
    expect(screen.getByRole('status').textContent).toBe('有 2 张图片未能粘贴，请另存后上传');
    paste(text, { html: '<img src="https://a.cn/2.png">', files: [fileOf('图.png')] });
    expect(calls).toHaveLength(1);
    expect(screen.getByRole('status').textContent).toBe('');
  });
});

describe('the editor', () => {
  it('has the height and the sizes of S2 §2, and one Tab stop for its tools', () => {
    const { text } = openEditor({ value: '<p>字</p>' });
    expect(text.parentElement?.style.flexBasis).toBe('430px');
    const sizes = [...screen.getByRole<HTMLSelectElement>('combobox', { name: '字号' }).options].map(
      ({ value }) => value,
    );
    expect([sizes[1], sizes.at(-1)]).toEqual(['8px', '36px']);
    const toolbar = screen.getByRole('toolbar', { name: '文字格式' });
    expect(toolbar.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    fireEvent.keyDown(text, { key: 'F10', altKey: true });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '撤销' }));
    fireEvent.keyDown(toolbar.querySelector('button') as Element, { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '清除格式' }));
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '撤销' }));
  });

  it('applies every tool to the selected text, and removes formats again', () => {
    const { editor, values } = openEditor({ value: '<p>字</p>' });
    const apply = (name: string) => {
      act(() => void editor.commands.selectAll());
      fireEvent.click(screen.getByRole('button', { name }));
      return values.at(-1);
    };
    expect(apply('加粗')).toBe('<p><strong>字</strong></p>');
    expect(screen.getByRole('button', { name: '加粗' }).getAttribute('aria-pressed')).toBe('true');
    expect(apply('上标')).toBe('<p><strong><sup>字</sup></strong></p>');
    expect(apply('下标')).toBe('<p><strong><sub>字</sub></strong></p>');
    expect(apply('居中')).toContain('text-align: center');
    expect(apply('首行缩进')).toContain('text-indent: 2em');
    act(() => void editor.commands.selectAll());
    fireEvent.change(screen.getByRole('combobox', { name: '字号' }), { target: { value: '22px' } });
    expect(values.at(-1)).toContain('font-size: 22px');
    fireEvent.change(screen.getByRole('combobox', { name: '颜色' }), { target: { value: '#b42318' } });
    expect(values.at(-1)).toContain('color: rgb(180, 35, 24)');
    fireEvent.change(screen.getByRole('combobox', { name: '段落样式' }), { target: { value: '2' } });
    expect(values.at(-1)).toMatch(/^<h2/);
    expect(apply('清除格式')).toBe('<p>字</p>');
    expect(apply('编号')).toBe('<ol><li><p>字</p></li></ol>');
    expect(apply('项目符号')).toBe('<ul><li><p>字</p></li></ul>');
  });

  it('opens a text without markup by its lines, and shows markup that is none as text', () => {
    const { editor } = openEditor({ value: '一\n<img/src=x onerror=alert(1)>' });
    expect(editor.getText({ blockSeparator: '\n' })).toBe('一\n<img/src=x onerror=alert(1)>');
    expect(editor.getHTML()).not.toContain('<img');
  });

  it('describes a selected picture, and removes it', () => {
    const { editor, values } = openEditor({ value: `<p>图${picture}</p>` });
    act(() => void editor.commands.setNodeSelection(2));
    fireEvent.change(screen.getByRole('textbox', { name: '图片的替代文字' }), { target: { value: '厂区' } });
    expect(values.at(-1)).toContain('alt="厂区"');
    fireEvent.click(screen.getByRole('button', { name: '删除图片' }));
    expect(values.at(-1)).toBe('<p>图</p>');
  });
});

it('a shown text gets its pictures by their files, and never by their addresses', async () => {
  const loadPicture = vi.fn(async () => new Blob());
  const { container } = render(<RichText text={`<p>图${picture}</p>`} loadPicture={loadPicture} />);
  const image = container.querySelector('img');
  expect(image?.alt).toBe('现场');
  await waitFor(() => expect(image?.getAttribute('src')).toBe('blob:one'));
  expect(loadPicture).toHaveBeenCalledWith(id, expect.anything());
});

it.each([
  ['一二三', '3 / 3 字', 3],
  ['一二三四', '4 / 3 字，超出 1 字', 3],
  ['一二三四', '4 字', undefined],
  ['字'.repeat(20_001), '20001 / 20000 字，超出 1 字', undefined],
  [`<p>${'<sup>字</sup>'.repeat(4000)}</p>`, '4000 字，格式过多，请清除格式后重试', undefined],
] as const)('the count says in colour how far a text is beyond its limit: %#', (value, shown, maxLength) => {
  openEditor({ value, maxLength });
  const count = screen.getByText(shown);
  expect(count.hasAttribute('data-over')).toBe(shown.includes('，'));
});
