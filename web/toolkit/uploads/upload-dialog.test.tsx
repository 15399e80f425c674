import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import { renderPart } from '#web/features/work-orders/test-screen.tsx';
import { FormContext, type FormContextValue } from '../form/form-context.ts';
import type { CounterPort } from './counter-port.ts';
import { UploadDialog } from './UploadDialog.tsx';

/** 上传材料 (S2 §2, §4, §5). */
type Send = NonNullable<FormContextValue['uploadFile']>;
const storeFile = async (file: File) => ({ id: file.name, name: file.name, size: file.size });

function openDialog({
  send = storeFile as Send,
  port = undefined as CounterPort | undefined,
  presentCount = 0,
  maxSizeMb = 1,
} = {}) {
  const added: StoredFile[] = [];
  const onClose = vi.fn();
  const onPhone = vi.fn();
  const uploadFile = vi.fn(send);
  const cancelUpload = vi.fn(async () => undefined);
  const before = Array.from({ length: presentCount }, (_, index) => ({
    id: `${index}`,
    name: 'a.pdf',
    size: 1,
  }));
  renderPart(
    <FormContext value={{ uploadFile, cancelUpload }}>
      <UploadDialog
        place={{ form: '登记表', field: '附件' }}
        target={{
          rule: { accept: ['pdf', 'jpg'], maxSizeMb, maxCount: 3 },
          currentFiles: () => before,
          add: (file) => added.push(file),
          setBusy: () => undefined,
        }}
        port={port}
        onPhone={onPhone}
        onClose={onClose}
      />
    </FormContext>,
  );
  return { added, onClose, onPhone, uploadFile, cancelUpload };
}

const choose = (...files: File[]) =>
  act(async () => fireEvent.change(screen.getByTestId('upload-dialog-chooser'), { target: { files } }));
const file = (name: string, size = 1) => new File(['x'.repeat(size)], name);
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })));
const rowsOf = (list: string) =>
  screen
    .queryAllByRole('list', { name: list })
    .flatMap((element) => within(element).getAllByRole('listitem'));
const listUploadStates = () => rowsOf('正在上传的文件').map((row) => row.getAttribute('data-state'));
const presentCount = () => rowsOf('待放入的文件').length;

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

test('the upload dialog is 880 px wide (S2 §9)', () => {
  openDialog();
  const dialog = screen.getByRole('dialog');
  const box = dialog.closest<HTMLElement>('.ant-modal') ?? dialog;
  expect(`${box.style.width} ${box.style.cssText}`).toContain('880px');
});

describe('uploaded files', () => {
  test('are sent one by one, and added to the form together', async () => {
    const { added, onClose } = openDialog();
    await choose(file('来信.pdf'), file('照片.jpg'));
    expect(presentCount()).toBe(2);
    expect(screen.getAllByText('上传成功！')).toHaveLength(2);
    expect(screen.getAllByText('照片.jpg')).toHaveLength(1);
    expect(added).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(screen.queryByText('上传成功！')).toBeNull();
    await press('确定（2 个）');
    expect(added.map(({ name }) => name)).toEqual(['来信.pdf', '照片.jpg']);
    expect(onClose).toHaveBeenCalled();
  });

  test('must be complete before they can be added', async () => {
    let finish = () => {};
    const send: Send = (one, onProgress) => {
      onProgress(40);
      return new Promise((resolve) => {
        finish = () => resolve({ id: one.name, name: one.name, size: 1 });
      });
    };
    openDialog({ send });
    await choose(file('一.pdf'), file('二.pdf'));
    expect(listUploadStates()).toEqual(['sending', 'waiting']);
    expect(screen.getByText('等待上传')).toBeTruthy();
    expect(screen.getByText('40%')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '正在上传' }).disabled).toBe(true);
    await act(async () => finish());
    expect(listUploadStates()).toEqual(['sending']);
    expect(presentCount()).toBe(1);
  });

  test('show problems in the texts of S2 §5, counting the files already in the field', async () => {
    const { uploadFile } = openDialog({ presentCount: 2 });
    await choose(file('程序.exe'), file('大.pdf', 1_048_577), file('一.pdf'), file('二.pdf'));
    for (const text of [
      '格式错误！请重新上传',
      '附件大小不得超过1M！请重新上传',
      '附件数量不得超过3个！请重新上传',
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect(uploadFile).toHaveBeenCalledTimes(1);
  });

  test('show the server’s message after a failure, and can be retried or removed', async () => {
    const send = vi.fn<Send>(storeFile).mockRejectedValueOnce(new Error('文件含有不安全的内容，不能上传'));
    const { uploadFile } = openDialog({ send });
    await choose(file('一.pdf'));
    expect(screen.getByText('文件含有不安全的内容，不能上传')).toBeTruthy();
    await press('重试 一.pdf');
    expect(presentCount()).toBe(1);
    expect(uploadFile).toHaveBeenCalledTimes(2);
    await press('移除 一.pdf');
    await press('确定');
    expect(screen.getByRole('alert').textContent).toBe('请上传文件');
  });

  test('can be pasted and dropped', async () => {
    openDialog();
    const zone = screen.getByText(/把文件拖到这里/);
    await act(async () => fireEvent.paste(zone, { clipboardData: { files: [file('截图.jpg')] } }));
    await act(async () => fireEvent.drop(zone, { dataTransfer: { files: [file('来信.pdf')] } }));
    expect(presentCount()).toBe(2);
  });

  test('can be paused, resumed and cancelled when they are large, as in the field', async () => {
    const uploadFile = vi.fn<Send>(
      (_file, _progress, options) =>
        new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(new Error('x')))),
    );
    const { cancelUpload } = openDialog({ send: uploadFile, maxSizeMb: 10 });
    await choose(file('卷宗.pdf', 6 * 1_048_576), file('一.pdf'));
    await press('暂停 卷宗.pdf');
    // A paused file blocks no other, but must not be left behind either.
    expect(listUploadStates()).toEqual(['paused', 'sending']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '正在上传' }).disabled).toBe(true);
    await press('取消 一.pdf');
    await press('继续 卷宗.pdf');
    expect(listUploadStates()).toEqual(['sending']);
    await press('取消 卷宗.pdf');
    expect(listUploadStates()).toEqual([]);
    expect(cancelUpload).toHaveBeenCalledTimes(2);
    await press('确定');
    expect(screen.getByRole('alert').textContent).toBe('请上传文件');
  });

  test('are added first when the user switches to the phone upload', async () => {
    const { added, onPhone } = openDialog();
    await choose(file('一.pdf'));
    await press('手机扫码上传');
    expect(added).toHaveLength(1);
    expect(onPhone).toHaveBeenCalled();
  });
});

const fakePort: CounterPort = {
  Device: ({ device, bothSides, onCapture }) => (
    <button type="button" onClick={() => onCapture(new File(['x'], 'take.jpg'))}>
      {device} {bothSides ? 'both' : 'one'}
    </button>
  ),
};

describe('files not yet added to the form', () => {
  const pressEscape = () => act(async () => void fireEvent.keyDown(window, { key: 'Escape' }));
  const question = () => screen.queryByText('文件尚未放入“附件”，关闭后不保留。');

  test('trigger a question before the dialog closes, and none when there are no files', async () => {
    const { onClose, added } = openDialog();
    await choose(file('一.pdf'));
    await pressEscape();
    expect(question()).not.toBeNull();
    await press('继续填写');
    expect(question()).toBeNull();
    expect(presentCount()).toBe(1);
    await press(/^取 ?消$/);
    expect(question()).not.toBeNull();
    await press('继续填写');
    await press('移除 一.pdf');
    await press(/^取 ?消$/);
    expect(question()).toBeNull();
    expect([onClose.mock.calls.length, added]).toEqual([1, []]);
  });

  test('include running uploads and captures on a device', async () => {
    const { onClose } = openDialog({ send: () => new Promise(() => undefined), port: fakePort });
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: '扫描' })));
    await press('scan one');
    await pressEscape();
    expect(question()).not.toBeNull();
    await press('继续填写');
    await press('上传 1 个');
    expect(listUploadStates()).toEqual(['sending']);
    await press(/^取 ?消$/);
    await press('不保存，关闭');
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('scanner and document camera', () => {
  test.each([
    ['扫描', '没有连接扫描仪'],
    ['高拍', '没有连接高拍仪'],
  ])('show a message while no device is connected: %s', async (tab, text) => {
    openDialog();
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: tab })));
    expect(screen.getByText(text)).toBeTruthy();
  });

  test('upload a captured image under the typed name', async () => {
    vi.setSystemTime(new Date('2026-03-02T01:05:07Z'));
    const { uploadFile } = openDialog({ port: fakePort });
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: '高拍' })));
    const name = screen.getByLabelText<HTMLInputElement>(/文件名称/);
    expect(name.value).toBe('XF20260302090507');
    await press('上传');
    expect(screen.getByRole('alert').textContent).toBe('需要上传的附件为空');
    fireEvent.click(screen.getByRole('radio', { name: '双面' }));
    await press('sweep both');
    fireEvent.change(name, { target: { value: ' ' } });
    await press('上传 1 个');
    expect(screen.getByRole('alert').textContent).toBe('请输入文件名称');
    fireEvent.change(name, { target: { value: '身份证' } });
    await press('上传 1 个');
    expect(uploadFile.mock.calls.map(([one]) => one.name)).toEqual(['身份证.jpg']);
  });
});
