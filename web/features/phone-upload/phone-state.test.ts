import { describe, expect, test } from 'vitest';
import { moveItem } from '#domain/lists/move-item.ts';
import {
  acceptedFiles,
  compressionSavings,
  fileToSend,
  nameOfPicked,
  type PhoneState,
  type PickedFile,
  problemsOf,
  progressOf,
} from './phone-state.ts';

const blobOf = (size: number, type = 'image/jpeg') => ({ size, type }) as Blob;
const photo = (key: string, changes: Partial<PickedFile> = {}): PickedFile => ({
  key,
  name: `${key}.jpg`,
  blob: blobOf(1000),
  isCompressing: false,
  status: 'picked',
  percent: 0,
  ...changes,
});
const state = (files: readonly PickedFile[], changes: Partial<PhoneState> = {}): PhoneState => ({
  step: 'choosing',
  form: '登记表',
  field: '附件',
  rule: { formats: ['jpg', 'pdf'], maxSize: 1, unit: 'KB', maxCount: 2 },
  deadline: 0,
  compressesPhotos: true,
  files,
  ...changes,
});

describe('photo to be sent', () => {
  const large = photo('a', { name: 'IMG.PNG', small: blobOf(300) });

  test('is the compressed one under a matching file name while compression is on', () => {
    expect(fileToSend(large, state([large]))).toMatchObject({ name: 'IMG.jpg', size: 300 });
  });

  test('is the original when compression is off', () => {
    const rule = { formats: ['jpg', 'png'], maxSize: 1, unit: 'KB', maxCount: 2 } as const;
    expect(fileToSend(large, { compressesPhotos: false, rule })).toMatchObject({
      name: 'IMG.PNG',
      size: 1000,
    });
  });

  test('is always the compressed one where the original format is not accepted', () => {
    const webp = photo('a', { name: 'IMG_1.webp', small: blobOf(300) });
    expect(fileToSend(webp, state([webp], { compressesPhotos: false }))).toMatchObject({ name: 'IMG_1.jpg' });
  });

  test('is the original HEIC when compression is off: the server converts it', () => {
    const heic = photo('a', { name: 'IMG_1.HEIC', small: blobOf(300) });
    expect(fileToSend(heic, state([heic], { compressesPhotos: false }))).toMatchObject({
      name: 'IMG_1.HEIC',
      size: 1000,
    });
    expect(fileToSend(heic, state([heic]))).toMatchObject({ name: 'IMG_1.jpg', size: 300 });
  });

  test('is the original when compression saves nothing', () => {
    expect(fileToSend(photo('a'), state([]))).toMatchObject({ name: 'a.jpg', size: 1000 });
  });
});

describe('problem of a file in its form field (S2 §5)', () => {
  test('reports format, size and number in the texts of the specification', () => {
    const files = [
      photo('a', { name: 'a.zip' }),
      photo('b', { blob: blobOf(1025) }),
      photo('c'),
      photo('d'),
      photo('e'),
    ];
    expect([...problemsOf(state(files))]).toEqual([
      ['a', '格式错误！请重新上传'],
      ['b', '附件大小不得超过1K！请重新上传'],
      ['e', '附件数量不得超过2个！请重新上传'],
    ]);
    expect(acceptedFiles(state(files)).map(({ key }) => key)).toEqual(['c', 'd']);
  });

  test('accepts a photo that fits after compression, and is not reported while compression runs', () => {
    const large = photo('a', { blob: blobOf(5000), small: blobOf(900) });
    expect(problemsOf(state([large])).size).toBe(0);
    expect(problemsOf(state([large], { compressesPhotos: false })).size).toBe(1);
    expect(problemsOf(state([photo('a', { blob: blobOf(5000), isCompressing: true })])).size).toBe(0);
  });
});

test('savings count only photos, once all are compressed', () => {
  const pdf = photo('p', { name: 'a.pdf', blob: blobOf(700, 'application/pdf') });
  const files = [photo('a', { small: blobOf(300) }), photo('b'), pdf];
  expect(compressionSavings(state(files))).toEqual({ before: 2000, after: 1300 });
  expect(compressionSavings(state([...files, photo('c', { isCompressing: true })]))).toBeUndefined();
  expect(compressionSavings(state([pdf]))).toBeUndefined();
});

test('progress is measured in bytes, and the remaining time by the speed so far', () => {
  const files = [photo('a', { status: 'sent' }), photo('b', { status: 'sending', percent: 50 })];
  const sendingState = state(files, { sendingStart: { at: 0, bytes: 0 } });
  expect(progressOf(sendingState, 3000)).toEqual({ percent: 75, secondsLeft: 1 });
  expect(progressOf(sendingState, 500).secondsLeft).toBeUndefined();
});

test.each([
  ['image.jpg', '来信原件3.jpg'],
  ['1732345678901.jpg', '来信原件3.jpg'],
  ['', '来信原件3.jpg'],
  ['现场.jpg', '现场.jpg'],
  ['IMG_2031.JPG', 'IMG_2031.JPG'],
])('a camera file named %j is shown on the desktop as %j', (name, expected) => {
  expect(nameOfPicked(name, '来信原件', 3)).toBe(expected);
});

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 9, 'acb'],
  [7, 0, 'abc'],
])('moving from %i to %i gives %s', (from, to, order) => {
  expect(moveItem(['a', 'b', 'c'], from, to).join('')).toBe(order);
});
