import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { openForm } from '../../test-form-view.tsx';
import { prefetchLightKinds } from '../LightKindField.tsx';

const field: FieldModel = { id: 'x', title: '申请人签名', 'x-component': 'signature', required: true };
const pad = () => screen.getByTestId('signature-pad');
const strokes = () => pad().querySelectorAll('path').length;
const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

class DrawnPath {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** Paths that were drawn on the picture, and the size that the browser gives its file. */
let drawnPaths: string[] = [];
let sizes: number[] = [];

beforeAll(prefetchLightKinds);
beforeEach(() => {
  [drawnPaths, sizes] = [[], [9000]];
  // This window has no layout and no canvas.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 500, 200));
  vi.stubGlobal('Path2D', DrawnPath);
  const pen = {
    fillRect: vi.fn(),
    scale: vi.fn(),
    stroke: ({ path }: { path: string }) => drawnPaths.push(path),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) =>
    take(new Blob([new Uint8Array(sizes.shift() ?? 9000)])),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const draw = (from: number, to: number, last: 'pointerUp' | 'pointerCancel' = 'pointerUp', pointerId = 1) => {
  fireEvent.pointerDown(pad(), { pointerId, button: 0, clientX: from, clientY: 50 });
  fireEvent.pointerMove(pad(), { pointerId, clientX: to, clientY: 50 });
  fireEvent[last](pad(), { pointerId, clientX: to, clientY: 50 });
};

function openPad(uploadFile = vi.fn(async (file: File) => ({ id: 'g', name: file.name, size: file.size }))) {
  const form = openForm([field], {}, { uploadFile });
  fireEvent.click(button(/手写签名/));
  return { ...form, uploadFile };
}

it('a signature is drawn, and stored as one PNG of its strokes (S2 §2)', async () => {
  const { handle, uploadFile } = openPad();
  draw(50, 150);
  draw(200, 300);
  expect(strokes()).toBe(2);
  fireEvent.click(button(/用这个签名/));
  await waitFor(() => expect(handle().values().x).toMatchObject([{ id: 'g', size: 9000 }]));
  const [file] = uploadFile.mock.calls[0] ?? [];
  expect(file?.type).toBe('image/png');
  expect(file?.name).toMatch(/^签名\d{14}\.png$/);
  expect(drawnPaths).toEqual(['M100 100Q300 100 300 100', 'M400 100Q600 100 600 100']);
  expect(screen.queryByTestId('signature-pad')).toBeNull();
});

it('the last stroke is undone, and all are cleared', () => {
  openPad();
  draw(50, 150);
  draw(200, 300);
  fireEvent.click(button(/退一笔/));
  expect(strokes()).toBe(1);
  fireEvent.click(button(/^.*重\s?写$/));
  expect(strokes()).toBe(0);
  expect(button(/退一笔/).disabled).toBe(true);
});

it('a tap is no signature', async () => {
  const { handle, uploadFile } = openPad();
  draw(50, 51);
  expect(strokes()).toBe(0);
  fireEvent.click(button(/用这个签名/));
  expect(screen.getByText('请先在框内签名')).toBeTruthy();
  expect(uploadFile).not.toHaveBeenCalled();
  act(() => void handle().validate());
  expect(handle().validate()).toEqual([{ field: 'x', message: '申请人签名不能为空' }]);
});

it('a stroke that the system interrupts is kept, the next one works, and a second finger draws nothing', () => {
  openPad();
  draw(50, 150, 'pointerCancel');
  draw(200, 300, 'pointerUp', 2);
  expect(strokes()).toBe(2);
  fireEvent.pointerDown(pad(), { pointerId: 3, button: 0, clientX: 10, clientY: 10 });
  draw(350, 450, 'pointerUp', 4);
  fireEvent.pointerMove(pad(), { pointerId: 3, clientX: 90, clientY: 10 });
  fireEvent.pointerUp(pad(), { pointerId: 3 });
  expect(strokes()).toBe(3);
});

it('the strokes stay when the window is turned', () => {
  let isUpright = false;
  const listeners = new Set<() => void>();
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('portrait') && isUpright,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  openPad();
  draw(50, 150);
  const path = pad().querySelector('path')?.getAttribute('d');
  isUpright = true;
  act(() => {
    for (const listener of listeners) listener();
  });
  expect(pad().hasAttribute('data-rotated')).toBe(true);
  expect(pad().querySelector('path')?.getAttribute('d')).toBe(path);
});

it('a picture over 200 kB is drawn smaller, and refused if that does not help', async () => {
  const { handle } = openPad();
  draw(50, 150);
  sizes = [300_000, 250_000];
  fireEvent.click(button(/用这个签名/));
  expect(await screen.findByText('签名的图片过大，请重写')).toBeTruthy();
  sizes = [300_000, 80_000];
  fireEvent.click(button(/用这个签名/));
  await waitFor(() => expect(handle().values().x).toMatchObject([{ id: 'g', size: 80_000 }]));
});

it('a new signature replaces the one before as another file', async () => {
  const value = [{ id: 'old', name: '签名1.png', size: 2048 }];
  const uploadFile = async (file: File) => ({ id: 'new', name: file.name, size: file.size });
  const { handle } = openForm([field], { values: { x: value } }, { uploadFile });
  fireEvent.click(button(/重新签名/));
  draw(50, 150);
  fireEvent.click(button(/用这个签名/));
  await waitFor(() => expect(handle().values().x).toMatchObject([{ id: 'new' }]));
});

it('closing the dialog asks before strokes are lost, and changes nothing', () => {
  const { handle } = openPad();
  draw(50, 150);
  fireEvent.click(button(/取\s?消/));
  expect(screen.getByText('签名还没有使用，关闭后不保留。')).toBeTruthy();
  fireEvent.click(button(/不保存，关闭/));
  expect(screen.queryByTestId('signature-pad')).toBeNull();
  expect(handle().touched()).toBe(false);
});

it('a signature that could not be stored can be sent again', async () => {
  let tries = 0;
  const uploadFile = vi.fn(async (file: File) => {
    tries += 1;
    if (tries === 1) throw new Error('上传失败，请重新上传');
    return { id: 'g', name: file.name, size: file.size };
  });
  const { handle } = openPad(uploadFile);
  draw(50, 150);
  fireEvent.click(button(/用这个签名/));
  expect(await screen.findByText('上传失败，请重新上传')).toBeTruthy();
  fireEvent.click(button(/^重试/));
  await waitFor(() => expect(handle().values().x).toMatchObject([{ id: 'g' }]));
});

it('a read-only signature is shown as its picture, with the name of its file for screen readers', () => {
  const values = { x: [{ id: 'f', name: '签名1.png', size: 2048 }] };
  openForm([field], { values, mode: 'read' }, { usePicture: () => 'data:image/png;base64,AA==' });
  expect(screen.getByRole('img', { name: '签名' }).getAttribute('src')).toBe('data:image/png;base64,AA==');
  expect(screen.getByText('签名1.png').className).toBe('visually-hidden');
});
