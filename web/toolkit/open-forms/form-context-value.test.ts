import { afterEach, expect, it, vi } from 'vitest';
import { formContextValue } from './form-context-value.ts';

afterEach(() => void vi.unstubAllGlobals());

const upload = (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer);
  // Progress is reported by XMLHttpRequest and not by fetch; this test does not need it.
  vi.stubGlobal('XMLHttpRequest', undefined);
  return uploadFile();
};
const uploadFile = async () =>
  await formContextValue.uploadFile?.(new File(['x'], '来信.pdf'), undefined as never);

it.each([
  ['that returns no reason', async () => Response.json({ errcode: 500 }, { status: 500 }), '上传错误'],
  ['that returns an unreadable answer', async () => new Response('<html>', { status: 502 }), '上传错误'],
  [
    'that returns a reason',
    async () => Response.json({ errcode: 40013, errmsg: '格式错误！请重新上传' }, { status: 400 }),
    '格式错误！请重新上传',
  ],
  ['that cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), '上传失败，请重新上传'],
])('an upload to a server %s fails with the message of S2 §5', async (_case, answer, message) => {
  await expect(upload(answer)).rejects.toThrow(message);
});
