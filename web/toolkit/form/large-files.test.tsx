import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openForm } from './test-form-view.tsx';

describe('upload of a large file', () => {
  const field = {
    id: 'files',
    type: 'array' as const,
    title: '附件',
    'x-component': 'upload',
    'x-props': { maxSizeMb: 200 },
  };
  const large = () => new File([new Uint8Array(6 * 1_048_576)], '卷宗.pdf');

  /** Opens a field whose upload ends when the test says so, and stops when it is aborted. */
  function openLarge() {
    const completions: { arrive(): void; fail(): void }[] = [];
    const uploadFile = vi.fn(
      (_file: File, onProgress: (percent: number) => void, options?: { signal?: AbortSignal }) => {
        onProgress(30);
        return new Promise<{ id: string; name: string; size: number }>((resolve, reject) => {
          completions.push({
            arrive: () => resolve({ id: 'f1', name: '卷宗.pdf', size: 1 }),
            fail: () => reject(new Error('网络错误，请检查网络后重试')),
          });
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        });
      },
    );
    const cancelUpload = vi.fn(async () => undefined);
    const { handle } = openForm([field], {}, { uploadFile, cancelUpload });
    fireEvent.change(screen.getByTestId('chooser-files'), { target: { files: [large()] } });
    return { completions, uploadFile, cancelUpload, handle };
  }
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

  it('can be paused, which blocks submission, and resumed', async () => {
    const { completions, uploadFile, handle } = openLarge();
    await press('暂停 卷宗.pdf');
    await press('继续 卷宗.pdf');
    expect(uploadFile).toHaveBeenCalledTimes(2);
    await press('暂停 卷宗.pdf');
    await screen.findByRole('button', { name: '继续 卷宗.pdf' });
    expect(handle().store.validate()).toEqual([{ field: 'files', message: '附件正在上传，请稍候' }]);
    await press('继续 卷宗.pdf');
    await act(async () => completions.at(-1)?.arrive());
    expect(handle().values()).toEqual({ files: [{ id: 'f1', name: '卷宗.pdf', size: 1 }] });
    expect(handle().store.validate()).toEqual([]);
  });

  it('can be cancelled here and on the server, and no longer blocks submission', async () => {
    const { cancelUpload, handle } = openLarge();
    await press('取消 卷宗.pdf');
    expect(screen.queryByText('卷宗.pdf')).toBeNull();
    expect(cancelUpload).toHaveBeenCalledTimes(1);
    expect(handle().store.validate()).toEqual([]);
  });

  it('can be retried after a failure', async () => {
    const { completions, uploadFile } = openLarge();
    await act(async () => completions[0]?.fail());
    await screen.findByText('网络错误，请检查网络后重试');
    await press('重试 卷宗.pdf');
    expect(screen.queryByText('网络错误，请检查网络后重试')).toBeNull();
    await act(async () => completions.at(-1)?.arrive());
    expect(uploadFile).toHaveBeenCalledTimes(2);
    expect(await screen.findByText('上传成功！')).toBeDefined();
  });
});
