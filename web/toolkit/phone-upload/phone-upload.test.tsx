import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { qrUpload } from '#contract/phone-upload.ts';
import { answerCalls, refuseWith, renderPart } from '#web/features/work-orders/test-screen.tsx';
import { PhoneUploadDialog } from './PhoneUploadDialog.tsx';

/** The desktop's dialog with a fake server, whose code has the state that the test sets (S0 §4, §9). */
const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
const file = (id: string) => ({
  id,
  filename: `${id}.jpg`,
  size: 1_258_291,
  contentType: 'image/jpeg',
  createdAt: '2026-03-02T02:00:00.000Z',
});

function openDialog() {
  const server = { state: 'shown', rows: [] as object[], arriving: [] as object[], codes: 0 };
  const path = ({ path: endpointPath }: { path: string }) =>
    endpointPath.replace(':qrcode', `code-${server.codes}`);
  const answers = new Proxy({} as Record<string, () => unknown>, {
    get: (_all, name: string) => {
      if (name === `GET ${qrUpload.create.path}`)
        return () => {
          server.codes += 1;
          server.state = 'shown';
          const rule = { formats: ['jpg', 'pdf'], maxSizeMb: 20, maxCount: 10 - server.rows.length };
          return { qrcode: `code-${server.codes}`, image: picture, url: '', secondsLeft: 600, ...rule };
        };
      if (name === `GET ${path(qrUpload.state)}`)
        return () => ({ state: server.state, text: '', secondsLeft: 1 });
      if (name === `GET ${path(qrUpload.files)}`)
        return () => ({ rows: server.rows, total: server.rows.length, arriving: server.arriving });
      if (name === `POST ${path(qrUpload.end)}`) return () => ({ listEndRequests: true });
      return undefined;
    },
  });
  const sent = answerCalls(answers);
  const onFiles = vi.fn();
  const onClose = vi.fn();
  renderPart(
    <PhoneUploadDialog
      place={{ form: '登记表', field: '来信原件' }}
      rule={{ accept: ['jpg', 'pdf'], maxSizeMb: 20, maxCount: 10 }}
      present={2}
      onFiles={onFiles}
      onClose={onClose}
    />,
  );
  const listEndRequests = () =>
    sent.filter(({ path: endpointPath }) => endpointPath.endsWith('/end')).map(({ body }) => body);
  return { server, sent, onFiles, onClose, listEndRequests };
}

const advanceTime = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('QR code for a phone upload', () => {
  test('is requested with the rule of its field, and shows how long it is valid', async () => {
    const { sent } = openDialog();
    await advanceTime(0.1);
    const query = sent.find(({ path }) => path === qrUpload.create.path)?.query;
    expect(Object.fromEntries(query ?? [])).toEqual({
      form: '登记表',
      field: '来信原件',
      accept: 'jpg,pdf',
      maxSizeMb: '20',
      maxCount: '10',
      present: '2',
    });
    expect(screen.getByRole('img', { name: '扫码上传二维码' })).toBeTruthy();
    expect(screen.getByText(/9 分 59 秒后过期|10 分 0 秒后过期/)).toBeTruthy();
  });

  test('can be refreshed only after ten seconds (S0 §9)', async () => {
    const { server, sent } = openDialog();
    await advanceTime(0.1);
    expect(button(/^刷新（/).disabled).toBe(true);
    await advanceTime(9);
    expect(button(/^刷新（1 秒）/).disabled).toBe(true);
    await advanceTime(1.2);
    fireEvent.click(button('刷新'));
    await advanceTime(0.1);
    expect(server.codes).toBe(2);
    expect(
      sent
        .filter(({ path }) => path === qrUpload.create.path)
        .at(-1)
        ?.query.get('previous'),
    ).toBe('code-1');
    expect(button(/^刷新（/).disabled).toBe(true);
  });

  test('is polled every five seconds, with its files (S0 §9)', async () => {
    const { server, sent } = openDialog();
    await advanceTime(0.1);
    const countStateRequests = () => sent.filter(({ path }) => path.endsWith('/state')).length;
    expect(countStateRequests()).toBe(0);
    server.state = 'scanned';
    server.rows = [file('一')];
    server.arriving = [{ name: '二.jpg', size: 2_516_582, percent: 64 }];
    await advanceTime(5);
    expect(countStateRequests()).toBe(1);
    expect(screen.getByText('扫码成功，请在手机端上传')).toBeTruthy();
    const list = screen.getByRole('list', { name: '收到的文件' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['一.jpg1.2 MB', '二.jpg2.4 MB，64%']);
    expect(screen.getByText('已收到 1 个，最多 10 个')).toBeTruthy();
    await advanceTime(10);
    expect(countStateRequests()).toBe(3);
  });

  test('expires after ten minutes, also without the server, and received files continue with the next code', async () => {
    const { server, onFiles } = openDialog();
    await advanceTime(0.1);
    server.state = 'scanned';
    server.rows = [file('一')];
    await advanceTime(6);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await advanceTime(595);
    expect(screen.getByText('二维码已过期，请刷新')).toBeTruthy();
    expect(screen.getByText('过期前已收到的 1 个文件已保留，刷新后接着上传。')).toBeTruthy();
    fireEvent.click(button('先添加已收到的 1 个'));
    expect(onFiles).toHaveBeenCalledWith([{ id: '一', name: '一.jpg', size: 1_258_291 }]);
  });

  test('shows why it could not be created', async () => {
    vi.stubGlobal('fetch', async () => refuseWith(40032, '附件数量不得超过10个！请重新上传'));
    renderPart(
      <PhoneUploadDialog
        place={{ form: '', field: '附件' }}
        rule={{}}
        present={0}
        onFiles={vi.fn()}
        onClose={vi.fn()}
      />,
    );
    await advanceTime(0.1);
    expect(screen.getByText(/附件数量不得超过10个/)).toBeTruthy();
  });
});

describe('submitted phone files', () => {
  test('are in the form at once, and the dialog closes automatically', async () => {
    const { server, onFiles, onClose } = openDialog();
    await advanceTime(0.1);
    server.state = 'submitted';
    server.rows = [file('一'), file('二')];
    await advanceTime(5);
    expect(screen.getByText('材料已提交，页面将自动跳转')).toBeTruthy();
    expect(screen.getByText('2 个文件已放入“来信原件”')).toBeTruthy();
    expect(onFiles).toHaveBeenCalledTimes(1);
    expect(onFiles.mock.calls[0]?.[0]).toHaveLength(2);
    expect(onClose).not.toHaveBeenCalled();
    await advanceTime(3.2);
    expect(onClose).toHaveBeenCalled();
    expect(onFiles).toHaveBeenCalledTimes(1);
  });

  test('can be followed by more, with a code that counts the existing files', async () => {
    const { server, sent, onClose } = openDialog();
    await advanceTime(0.1);
    server.state = 'submitted';
    server.rows = [file('一')];
    await advanceTime(5);
    server.rows = [];
    fireEvent.click(button('继续上传'));
    await advanceTime(4);
    const query = sent.filter(({ path }) => path === qrUpload.create.path).at(-1)?.query;
    expect([query?.get('present'), query?.get('previous')]).toEqual(['3', null]);
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByText('请用手机扫描二维码')).toBeTruthy();
  });
});

describe('closing the phone upload', () => {
  test('ends an unused code', async () => {
    const { listEndRequests, onClose } = openDialog();
    await advanceTime(0.1);
    fireEvent.click(button('取消'));
    await advanceTime(0.1);
    expect(listEndRequests()).toEqual([{ keep: false }]);
    expect(onClose).toHaveBeenCalled();
  });

  test('asks whether received files are added or deleted', async () => {
    const { server, listEndRequests, onFiles, onClose } = openDialog();
    await advanceTime(0.1);
    server.state = 'scanned';
    server.rows = [file('一')];
    await advanceTime(5);
    fireEvent.click(button('取消'));
    await advanceTime(0.3);
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getAllByText('已收到 1 个文件，放入“来信原件”吗？').length).toBeGreaterThan(0);
    fireEvent.click(button('不放入'));
    await advanceTime(0.5);
    expect(listEndRequests()).toEqual([{ keep: false }]);
    expect(onFiles).not.toHaveBeenCalled();
    expect(onClose).toHaveBeenCalled();
  });
});
