import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { phonePlanLimits, phoneRuleOf } from '#domain/uploads/phone-upload.ts';
import { CallError, noAnswer } from '#web/api/call-error.ts';
import { PhonePage } from './PhonePage.tsx';
import type { PhoneCalls } from './phone-calls.ts';
import { createPhoneUpload } from './phone-upload.ts';

/** A phone with a fake server; photos are not made smaller here, since jsdom cannot draw. */
const uploadDetails = {
  form: '群众来信登记表',
  field: '来信原件',
  secondsLeft: 500,
  formats: ['jpg', 'pdf'],
  maxSizeMb: 20,
  maxCount: 3,
  rows: [],
};
const rejectLost = () => Promise.reject(new CallError({ errcode: noAnswer, message: '网络错误' }));
const rejectWith = (errcode: number, message: string) => () =>
  Promise.reject(new CallError({ errcode, message }));

function stubCalls(calls: Partial<PhoneCalls> = {}): PhoneCalls {
  return {
    open: async () => uploadDetails,
    plan: vi.fn(async (files) => ({
      rows: files.map(({ key, name, size }: { key: string; name: string; size: number }) => ({
        key,
        name,
        size,
        sent: false,
      })),
      refused: [],
    })),
    send: vi.fn(async () => undefined),
    submit: vi.fn(async () => ({ total: 1 })),
    ...calls,
  };
}

async function openPage(calls: PhoneCalls) {
  const upload = createPhoneUpload('code', calls);
  await act(async () => render(<PhonePage code="code" upload={upload} />));
}

async function pick(...names: string[]) {
  const files = names.map((name) => new File(['x'], name, { type: 'application/octet-stream' }));
  await act(async () => fireEvent.change(screen.getByTestId('files'), { target: { files } }));
}
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })));
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.clear();
});
afterEach(() => void vi.useRealTimers());

describe('choosing files on the phone', () => {
  test('shows the purpose, the time left and the allowed files (S0 §5)', async () => {
    await openPage(stubCalls());
    expect(screen.getByRole('heading', { level: 1, name: '上传材料' })).toBeTruthy();
    expect(screen.getByText('群众来信登记表，来信原件')).toBeTruthy();
    expect(screen.getByText('剩余 8 分 20 秒')).toBeTruthy();
    expect(screen.getByText(/最多 3 个，每个 20 MB 以内，支持 jpg、pdf/)).toBeTruthy();
    for (const name of ['拍照', '从相册选择', '选择文件'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
    expect(screen.getByTestId('camera').getAttribute('capture')).toBe('environment');
  });

  test('shows at a refused file why, and lets the others be submitted', async () => {
    const calls = stubCalls();
    await openPage(calls);
    await pick('来信.pdf', '压缩包.zip');
    expect(screen.getByRole('alert').textContent).toBe('第 2 个，压缩包.zip：格式错误！请重新上传');
    await press('提交 1 个文件');
    expect(vi.mocked(calls.plan).mock.calls[0]?.[0].map(({ name }) => name)).toEqual(['来信.pdf']);
  });

  test('plans at most as many of fifty long-named files as the field accepts, within the limit of a plan', async () => {
    const maxFiles = phoneRuleOf({}).maxCount;
    const calls = stubCalls({ open: async () => ({ ...uploadDetails, maxCount: maxFiles }) });
    await openPage(calls);
    await pick(...Array.from({ length: 50 }, (_, index) => `${String(index).padStart(251, '长')}.pdf`));
    await press(`提交 ${maxFiles} 个文件`);
    const [plannedFiles = []] = vi.mocked(calls.plan).mock.calls[0] ?? [];
    expect(plannedFiles.map(({ name }) => name.length)).toEqual(Array.from({ length: maxFiles }, () => 255));
    // The server accepts 15 files with such names (16 kB), and refuses a longer list.
    expect(plannedFiles.length).toBeLessThanOrEqual(phonePlanLimits.files);
  });

  test('changes the order of files by touch alone', async () => {
    const calls = stubCalls();
    await openPage(calls);
    await pick('a.pdf', 'b.pdf', 'c.pdf');
    await press('第 3 个，c.pdf');
    await press('前移');
    await press('前移');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '前移' }).disabled).toBe(true);
    await press('移除 b.pdf');
    await press('提交 2 个文件');
    expect(vi.mocked(calls.plan).mock.calls[0]?.[0].map(({ name }) => name)).toEqual(['c.pdf', 'a.pdf']);
  });
});

describe('sending files from the phone', () => {
  test('sends one file after the other, then submits automatically, and leaves nothing to open', async () => {
    const calls = stubCalls();
    await openPage(calls);
    await pick('a.pdf', 'b.pdf');
    await press('提交 2 个文件');
    expect(calls.send).toHaveBeenCalledTimes(2);
    expect(calls.submit).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('heading', { name: '材料已提交' })).toBeTruthy();
    expect(screen.getByText(/本页关闭后不能再查看这些文件/)).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('continues automatically with the undelivered files when the network is back', async () => {
    const send = vi.fn<PhoneCalls['send']>(async () => undefined).mockImplementationOnce(rejectLost);
    const calls = stubCalls({ send });
    await openPage(calls);
    await pick('a.pdf', 'b.pdf');
    await press('提交 2 个文件');
    expect(screen.getByText('网络中断，没有送达')).toBeTruthy();
    expect(screen.getByRole('heading', { name: '已送达 1 / 2' })).toBeTruthy();
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(send.mock.calls.map(([{ name }]) => name)).toEqual(['a.pdf', 'b.pdf', 'a.pdf']);
    expect(screen.getByRole('heading', { name: '材料已提交' })).toBeTruthy();
  });

  test('continues after a pause also without an online event', async () => {
    const plan = vi.fn(stubCalls().plan).mockImplementationOnce(rejectLost);
    const calls = stubCalls({ plan });
    await openPage(calls);
    await pick('a.pdf');
    await press('提交 1 个文件');
    expect(screen.getByText('网络中断，没有送达')).toBeTruthy();
    await wait(3_000);
    expect(screen.getByRole('heading', { name: '材料已提交' })).toBeTruthy();
  });

  test('submits once more when the answer to the submission was lost', async () => {
    const submit = vi.fn(async () => ({ total: 1 })).mockImplementationOnce(rejectLost);
    await openPage(stubCalls({ submit }));
    await pick('a.pdf');
    await press('提交 1 个文件');
    await wait(3_000);
    expect(submit).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('heading', { name: '材料已提交' })).toBeTruthy();
  });

  test('shows the server’s message of a refusal without retry, and lets the rest be submitted', async () => {
    const send = vi
      .fn<PhoneCalls['send']>(async () => undefined)
      .mockImplementationOnce(rejectWith(40033, '文件含有不安全的内容，不能上传'));
    const calls = stubCalls({ send });
    await openPage(calls);
    await pick('坏.pdf', '好.pdf');
    await press('提交 2 个文件');
    const [failedItem] = screen.getAllByRole('listitem');
    expect(within(failedItem as HTMLElement).getByRole('alert').textContent).toBe(
      '文件含有不安全的内容，不能上传',
    );
    expect(within(failedItem as HTMLElement).queryByRole('button', { name: /重试/ })).toBeNull();
    await wait(60_000);
    expect(send).toHaveBeenCalledTimes(2);
    expect(calls.submit).not.toHaveBeenCalled();
    await press('提交已送达的 1 个');
    expect(vi.mocked(calls.plan).mock.lastCall?.[0].map(({ name }) => name)).toEqual(['好.pdf']);
    expect(screen.getByRole('heading', { name: '材料已提交' })).toBeTruthy();
  });

  test('can be cancelled completely, and keeps the picked files', async () => {
    const send: PhoneCalls['send'] = (_file, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new CallError({ errcode: noAnswer, message: '' }))),
      );
    const calls = stubCalls({ send });
    await openPage(calls);
    await pick('a.pdf', 'b.pdf');
    await press('提交 2 个文件');
    expect(screen.getByRole('button', { name: '上传中，请稍候' })).toBeTruthy();
    await press('全部取消');
    expect(screen.getByRole('button', { name: '提交 2 个文件' })).toBeTruthy();
    expect(calls.submit).not.toHaveBeenCalled();
  });
});

describe('invalid QR code', () => {
  test('shows that it has expired, and deletes the picked files (S0 §4)', async () => {
    await openPage(stubCalls({ plan: rejectWith(41001, '二维码已过期，请刷新') }));
    await pick('a.pdf');
    await press('提交 1 个文件');
    expect(screen.getByRole('heading', { name: '二维码已过期，请刷新' })).toBeTruthy();
    expect(screen.queryByText('a.pdf')).toBeNull();
  });

  test('shows that it has expired as soon as its time is over', async () => {
    await openPage(stubCalls());
    await wait(500_000);
    expect(screen.getByRole('heading', { name: '二维码已过期，请刷新' })).toBeTruthy();
  });

  test('shows that another phone uses it', async () => {
    await openPage(stubCalls({ open: rejectWith(40941, '…') }));
    expect(screen.getByRole('heading', { name: '该二维码已由另一部手机使用' })).toBeTruthy();
  });
});

test('the page shows that the network is missing, and opens when it is back', async () => {
  const open = vi.fn(async () => uploadDetails).mockImplementationOnce(rejectLost);
  await openPage(stubCalls({ open }));
  expect(screen.getByRole('heading', { name: '网络中断，页面没有打开' })).toBeTruthy();
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('button', { name: '拍照' })).toBeTruthy();
});
