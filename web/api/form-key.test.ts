import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { createCrypto } from '#server/kernel/crypto/crypto.ts';
import { createFormKey, findFormKey, unwrapText, wrapText } from '#server/kernel/crypto/form-key.ts';
import { call } from './call.ts';
import { readAddress, registerMarkedFields } from './form-caller.ts';
import { findFormKey as findKeyOfPage, keepFormKey } from './form-key.ts';
import { clearSession, storeSession } from './session-token.ts';

const values = z.record(z.string(), z.unknown());
const submit = endpoint({
  method: 'POST',
  path: '/submit',
  summary: '提交',
  changes: [],
  body: z.strictObject({
    workorderForms: z.array(
      z.object({ formId: z.string(), content: values, initContent: values.optional() }),
    ),
  }),
  output: z.object({ done: z.boolean() }),
});
const read = endpoint({
  method: 'GET',
  path: '/read',
  summary: '读取',
  carriesForms: true,
  output: z.object({ content: values }),
});
const keyPath = '/workportal/api/forminstance/form/encrypt/generateKey';
const crypto = createCrypto([Buffer.alloc(32, 1)]);

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: { workorderForms: { content: Record<string, never>; initContent?: Record<string, never> }[] };
}
let sent: Sent[];
let refusals: number;
const keyOf = ({ headers }: Sent) =>
  findFormKey(crypto, 'session', headers['x-form-key'] ?? '', new Date()) ?? Buffer.alloc(32);

beforeEach(() => {
  sent = [];
  refusals = 0;
  storeSession({ accessToken: 'token', loginType: 'password', staffId: 'staff-liuyang' });
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string>; body?: string }) => {
    const request = { url, headers: init.headers, body: JSON.parse(init.body ?? 'null') } as Sent;
    sent.push(request);
    if (url === keyPath)
      return Response.json({ errcode: 0, data: createFormKey(crypto, 'session', new Date()) });
    if (refusals-- > 0)
      return Response.json({ errcode: 40018, errmsg: '加密密钥已失效，请重新提交' }, { status: 400 });
    if (url !== read.path) return Response.json({ errcode: 0, data: { done: true } });
    const phone = { 'x-encrypted': wrapText(keyOf(request), 'banjian/form-value/answer/phone', '"138"') };
    return Response.json({ errcode: 0, data: { content: { phone, rows: [{ phone }] } } });
  });
  registerMarkedFields('letter:1', [
    { id: 'phone', encrypted: true, columns: [] },
    { id: 'people', encrypted: false, columns: [{ id: 'mobile', encrypted: true, columns: [] }] },
  ]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  clearSession();
});

const form = {
  formId: 'letter:1',
  content: { phone: '13800000001', title: '电梯', people: [{ mobile: '13800000002' }] },
  initContent: { phone: '13800000000' },
};
const body = { workorderForms: [form, { formId: 'other:1', content: { phone: '7' } }] };
const opened = (request: Sent, field: string, value: unknown) =>
  unwrapText(
    keyOf(request),
    `banjian/form-value/request/${field}`,
    (value as { 'x-encrypted': string })['x-encrypted'],
  );
const submissions = () => sent.filter(({ url }) => url === submit.path);

describe('a call with marked values', () => {
  test('wraps them, and sends all others as they are', async () => {
    await expect(call(submit, { body })).resolves.toEqual({ done: true });
    const [request] = submissions();
    if (request === undefined) throw new Error('Nothing was sent');
    expect(JSON.stringify(request.body)).not.toContain('138000');
    const [first, second] = request.body.workorderForms;
    expect(opened(request, 'phone', first?.content.phone)).toBe('"13800000001"');
    expect(
      opened(
        request,
        'mobile',
        (first?.content.people as unknown as { mobile: unknown }[] | undefined)?.[0]?.mobile,
      ),
    ).toBe('"13800000002"');
    expect(opened(request, 'phone', first?.initContent?.phone)).toBe('"13800000000"');
    expect(first?.content.title).toBe('电梯');
    expect(second?.content).toEqual({ phone: '7' });
    expect(form.content.phone).toBe('13800000001');
  });

  test('keeps the key in session storage, and asks for one key only', async () => {
    await Promise.all([call(submit, { body }), call(submit, { body })]);
    await call(submit, { body });
    expect(sent.filter(({ url }) => url === keyPath)).toHaveLength(1);
    const stored = JSON.parse(sessionStorage.getItem('serviceportal.formKey') ?? '{}');
    expect(stored.key).toMatch(/^\d{10}-/);
    expect(localStorage.getItem('serviceportal.formKey')).toBeNull();
  });

  test('is repeated once with a new key if the server refuses the key, under the same idempotency key', async () => {
    refusals = 1;
    await expect(call(submit, { body })).resolves.toEqual({ done: true });
    const [refused, repeated] = submissions();
    expect(submissions()).toHaveLength(2);
    expect(repeated?.headers['x-form-key']).not.toBe(refused?.headers['x-form-key']);
    expect(repeated?.headers['idempotency-key']).toBe(refused?.headers['idempotency-key']);
  });

  test('fails with the text of the server if a new key is refused too', async () => {
    refusals = 9;
    await expect(call(submit, { body })).rejects.toMatchObject({ message: '加密密钥已失效，请重新提交' });
    expect(submissions()).toHaveLength(2);
  });

  test('is sent as it is by a page that closes, and where the browser cannot encrypt', async () => {
    await call(submit, { body }, { outlivesPage: true });
    vi.stubGlobal('crypto', {
      ...globalThis.crypto,
      subtle: undefined,
      getRandomValues: (bytes: Uint8Array) => bytes,
    });
    await call(submit, { body });
    expect(sent.map(({ url }) => url)).toEqual([submit.path, submit.path]);
    expect(sent[1]?.body).toEqual(body);
  });
});

describe('a call that reads forms', () => {
  test('asks for wrapped values once there is a key, and opens them', async () => {
    const openedValues = { content: { phone: '138', rows: [{ phone: '138' }] } };
    await call(submit, { body });
    await expect(call(read, {})).resolves.toEqual(openedValues);
  });

  test('asks for no key of its own', async () => {
    await call(read, {});
    expect(sent.map(({ url, headers }) => [url, headers['x-form-key']])).toEqual([[read.path, undefined]]);
  });
});

test('the key is asked for again every 8 minutes while a form with marked fields is open (S2 §9)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const keys = () => sent.filter(({ url }) => url === keyPath).length;
  const stop = keepFormKey(readAddress);
  await findKeyOfPage(readAddress);
  expect(keys()).toBe(1);
  vi.advanceTimersByTime(479_000);
  expect(keys()).toBe(1);
  vi.advanceTimersByTime(1_000);
  await vi.waitFor(() => expect(keys()).toBe(2));
  stop();
  vi.advanceTimersByTime(960_000);
  expect(keys()).toBe(2);
});
