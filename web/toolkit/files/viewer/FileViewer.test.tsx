import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileViewer } from './FileViewer.tsx';
import type { ViewedFile } from './viewed-file.ts';

const files = [
  { id: '018f0000-0000-7000-8000-000000000001', name: '现场照片1.jpg', size: 1_258_291 },
  { id: '018f0000-0000-7000-8000-000000000002', name: '现场照片2.png' },
  { id: '018f0000-0000-7000-8000-000000000003', name: '台账.doc' },
];
const nth = (place: number) => files[place]?.id ?? '';

let isFailing = false;
let requests: string[] = [];
let tickets = 0;
let me: Record<string, unknown> | undefined;

beforeEach(() => {
  isFailing = false;
  requests = [];
  tickets = 0;
  me = undefined;
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(String(address));
    if (String(address).startsWith('/api/session/tickets')) {
      return Response.json({
        errcode: 0,
        data: { ticket: `t${++tickets}`, expiresAt: '2026-11-20T02:00:00.000Z' },
      });
    }
    if (String(address).startsWith('/api/file-thumbnails')) {
      return Response.json({
        errcode: 0,
        data: { rows: [{ id: nth(1), picture: 'data:image/webp;base64,AA' }] },
      });
    }
    if (String(address).startsWith('/sys/whoim')) {
      return Response.json(me ? { errcode: 0, data: me } : { errcode: 401 });
    }
    if (isFailing) return Response.json({ errcode: 404, errmsg: '未找到对应的数据' }, { status: 404 });
    return new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'image/png' } });
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => {} }));
});
afterEach(() => vi.unstubAllGlobals());

function show(place = 0, viewedFiles: readonly ViewedFile[] = files) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <App>
        <FileViewer files={viewedFiles} firstId={nth(place)} onClose={onClose} />
      </App>
    </QueryClientProvider>,
  );
  return { onClose };
}

/** Loads the picture, which is visible only then, and returns it. */
async function picture(name: string) {
  fireEvent.load(await screen.findByAltText(name));
  return screen.findByRole('img', { name });
}
const downloads = () => requests.filter((address) => address.startsWith('/file/files/'));

describe('file viewer', () => {
  it('shows a file with its name and size, loaded with a ticket', async () => {
    show();
    await picture('现场照片1.jpg');
    expect(screen.getByText('1.2 MB')).toBeTruthy();
    expect(downloads()).toHaveLength(1);
    expect(downloads()[0]).toMatch(new RegExp(`^/file/files/${nth(0)}\\?ticket=t1&mark=stream&pagePath=`));
  });

  it('moves by buttons and arrow keys, and stops at both ends', async () => {
    show();
    await picture('现场照片1.jpg');
    expect(screen.getByRole('button', { name: /上一个/ })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: /下一个/ }));
    const second = await picture('现场照片2.png');
    fireEvent.keyDown(second, { key: 'ArrowRight' });
    await screen.findByText('这种格式不能在线预览');
    expect(screen.getByText('3 / 3')).toBeTruthy();
    expect(screen.getByRole('button', { name: /下一个/ })).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: /打印/ })).toBeNull();
    // A file that cannot be shown is not loaded.
    expect(downloads()).toHaveLength(2);
    // The focus may also be on a button of the foot.
    fireEvent.keyDown(screen.getByRole('button', { name: /下载/ }), { key: 'ArrowLeft' });
    expect(await screen.findByText('2 / 3')).toBeTruthy();
  });

  it('shows a thumbnail strip of all files, each one click away, with or without a thumbnail', async () => {
    show();
    await picture('现场照片1.jpg');
    const strip = screen.getByRole('list', { name: '全部文件' });
    await waitFor(() => expect(strip.querySelectorAll('img')).toHaveLength(1));
    const ids = new URL(requests.find((one) => one.startsWith('/api/file-thumb')) ?? '', 'http://x')
      .searchParams;
    // Thumbnails are requested only for files that can have one, once for the whole list.
    expect(ids.get('ids')).toBe(`${nth(0)},${nth(1)}`);
    fireEvent.click(screen.getByRole('button', { name: '查看 台账.doc' }));
    await screen.findByText('这种格式不能在线预览');
    expect(screen.getByRole('button', { name: '查看 台账.doc' }).getAttribute('aria-current')).toBe('true');
    expect(requests.filter((one) => one.startsWith('/api/file-thumb'))).toHaveLength(1);
  });

  it('compares two pictures side by side, rotated separately and zoomed together', async () => {
    show();
    await picture('现场照片1.jpg');
    fireEvent.click(screen.getByRole('button', { name: '与下一张对比' }));
    const [one, other] = [await picture('现场照片1.jpg'), await picture('现场照片2.png')];
    fireEvent.click(screen.getByRole('button', { name: '向右旋转 现场照片2.png' }));
    fireEvent.click(screen.getByRole('button', { name: '放大' }));
    expect(one.style.transform).toContain('scale(1.25) rotate(0deg)');
    expect(other.style.transform).toContain('scale(1.25) rotate(90deg)');
    fireEvent.click(screen.getByRole('button', { name: '不再对比' }));
    await waitFor(() => expect(screen.queryByAltText('现场照片2.png')).toBeNull());
  });

  it('zooms, rotates and resets by keys', async () => {
    show();
    const one = await picture('现场照片1.jpg');
    for (const key of ['+', 'r', '+']) fireEvent.keyDown(one, { key });
    expect(one.style.transform).toContain('scale(1.25) rotate(90deg)');
    fireEvent.keyDown(one, { key: 'R', shiftKey: true });
    fireEvent.keyDown(one, { key: '-' });
    expect(one.style.transform).toContain('scale(0.8) rotate(0deg)');
    fireEvent.keyDown(one, { key: '0' });
    expect(one.style.transform).toContain('scale(1) rotate(0deg)');
  });

  it('shows why a file cannot be loaded, and loads it on retry', async () => {
    isFailing = true;
    show();
    await screen.findByText('未找到对应的数据');
    isFailing = false;
    fireEvent.click(screen.getByRole('button', { name: '重新加载' }));
    await picture('现场照片1.jpg');
  });

  it('overlays a watermark where the server cannot write one and the office requires it', async () => {
    me = { name: '张伟', orgName: '淳安县信访局', fileWatermark: true, watermark: false };
    show(0, [{ id: nth(0), name: '受理告知书.pdf', isDocument: true }, ...files.slice(1)]);
    await screen.findByTestId('watermark');
    fireEvent.click(screen.getByRole('button', { name: /下一个/ }));
    await picture('现场照片2.png');
    // The server writes the watermark onto a picture.
    expect(screen.queryByTestId('watermark')).toBeNull();
  });

  it('downloads the shown file with its own ticket', async () => {
    const savedAddresses: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      savedAddresses.push(this.getAttribute('href') ?? '');
    });
    show(2);
    fireEvent.click(await screen.findByRole('button', { name: /下载/ }));
    await waitFor(() => expect(savedAddresses).toHaveLength(1));
    expect(savedAddresses[0]).toMatch(new RegExp(`^/file/files/${nth(2)}\\?ticket=t1&mark=attachment`));
  });
});
