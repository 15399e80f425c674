import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { call } from './call.ts';
import { CallError } from './call-error.ts';
import { send } from './send.ts';
import { registerReLogin } from './session-gate.ts';
import { clearSession, readSessionToken, storeSession } from './session-token.ts';

const find = endpoint({
  method: 'GET',
  path: '/orders/:code/items',
  summary: '查',
  params: z.strictObject({ code: z.string() }),
  query: z.strictObject({ page: z.coerce.number().default(1), name: z.string().optional() }),
  output: z.object({ rows: z.array(z.string()) }),
});
const handle = endpoint({
  method: 'POST',
  path: '/handle',
  summary: '办',
  changes: [],
  body: z.strictObject({ opinion: z.string() }),
  output: z.object({ done: z.boolean() }),
});
const draft = endpoint({
  method: 'POST',
  path: '/drafts/delete',
  summary: '删',
  changes: [],
  encoding: 'form',
  body: z.strictObject({ id: z.string(), note: z.string().optional() }),
  output: z.object({}),
});

interface SentRequest {
  url: string;
  init: RequestInit & { headers: Record<string, string> };
}
type Answer = { status?: number; body: unknown } | 'broken';

let requests: SentRequest[];
function answerWith(...answers: Answer[]) {
  requests = [];
  vi.stubGlobal('fetch', async (url: string, init: SentRequest['init']) => {
    requests.push({ url, init });
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (answer === undefined || answer === 'broken') throw new TypeError('Failed to fetch');
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    return new Response(text, { status: answer.status ?? 200 });
  });
}
const ok = (data: unknown): Answer => ({ body: { errcode: 0, code: 200, data } });
const sessionEndedAnswer: Answer = { status: 401, body: { errcode: 401, errmsg: '登录已失效，请重新登录' } };

async function failureOf(promise: Promise<unknown>): Promise<CallError> {
  const failure = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (failure instanceof CallError) return failure;
  throw new Error('The call should have failed with a CallError');
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 });
  storeSession({ accessToken: 'old', loginType: 'password', staffId: 'staff-liuyang' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  clearSession();
});

describe('request of a call', () => {
  test('builds path, query and token as the contract says, and omits empty values', async () => {
    answerWith(ok({ rows: ['a'] }));
    const data = await call(find, { params: { code: '2026/1' }, query: { page: 2, name: '' } });
    expect(data).toEqual({ rows: ['a'] });
    expect(requests[0]?.url).toBe('/orders/2026%2F1/items?page=2');
    expect(requests[0]?.init.headers['x-access-token']).toBe('old');
    expect(requests[0]?.init.headers['idempotency-key']).toBeUndefined();
  });

  test('sends an idempotency key with a mutation', async () => {
    answerWith(ok({ done: true }));
    await call(handle, { body: { opinion: '同意' } });
    expect(requests[0]?.init.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    expect(requests[0]?.init.body).toBe('{"opinion":"同意"}');
  });

  test('sends form encoding where the specification requires it', async () => {
    answerWith(ok({}));
    await call(draft, { body: { id: '7', note: undefined } });
    expect(String(requests[0]?.init.body)).toBe('id=7');
  });
});

describe('call without an answer', () => {
  test('times out after 40 s with a network error (S0 §9)', async () => {
    const timeout = new AbortController();
    const timeOut = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
      queueMicrotask(() => timeout.abort());
      return new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      );
    });
    const failure = await failureOf(send({ method: 'GET', path: '/orders' }));
    expect(timeOut).toHaveBeenCalledWith(40_000);
    expect(failure).toMatchObject({ message: '网络错误，请检查网络后重试' });
    timeOut.mockRestore();
  });
});

describe('answer of a call (S0 §8)', () => {
  test('accepts code 200 as success', async () => {
    answerWith({ body: { code: 200, data: { rows: [] } } });
    expect(await call(find, { params: { code: '1' } })).toEqual({ rows: [] });
  });

  test('returns the message, all problems and the request id of a refusal', async () => {
    const problems = [{ field: 'opinion', message: '【处理意见】填写处理意见' }];
    answerWith({ status: 400, body: { errcode: 40010, errmsg: '请填写', problems, requestId: 'r1' } });
    const failure = await failureOf(call(handle, { body: { opinion: '' } }));
    expect(failure).toMatchObject({
      errcode: 40010,
      message: '请填写',
      problems,
      requestId: 'r1',
      isMessageHidden: false,
    });
    expect(requests).toHaveLength(1);
  });

  test('uses 数据异常 for an error without a message', async () => {
    answerWith({ body: { errcode: 7 } });
    expect((await failureOf(call(find, { params: { code: '1' } }))).message).toBe('数据异常');
  });

  test('hides the message of errcode 501 and messages with 14455', async () => {
    answerWith({ body: { errcode: 501, errmsg: '停用' } });
    expect((await failureOf(call(find, { params: { code: '1' } }))).isMessageHidden).toBe(true);
    answerWith({ body: { errcode: 9, errmsg: 'ORA-14455' } });
    expect((await failureOf(call(find, { params: { code: '1' } }))).isMessageHidden).toBe(true);
  });

  test.each([
    [413, '网络错误：提交的内容过大，请减小后再试', false],
    [502, '网络错误：服务器暂时没有应答，请稍后再试', true],
    [504, '网络错误：服务器暂时没有应答，请稍后再试', true],
    [404, '网络错误，请检查网络后重试', false],
    [200, '网络错误，请检查网络后重试', true],
  ])(
    'turns a proxy page with status %i into a network error with the matching message',
    async (status, message, outcomeUnknown) => {
      answerWith({ status, body: '<html>nginx</html>' });
      const failure = await failureOf(call(find, { params: { code: '1' } }));
      expect(failure).toMatchObject({ message, outcomeUnknown });
    },
  );
});

describe('retry of a call', () => {
  test('retries once after a broken connection, with the same idempotency key', async () => {
    answerWith('broken', ok({ done: true }));
    expect(await call(handle, { body: { opinion: '同意' } })).toEqual({ done: true });
    expect(requests).toHaveLength(2);
    expect(requests[1]?.init.headers['idempotency-key']).toBe(requests[0]?.init.headers['idempotency-key']);
  });

  test('stops after one retry', async () => {
    answerWith('broken');
    expect((await failureOf(call(handle, { body: { opinion: '同意' } }))).outcomeUnknown).toBe(true);
    expect(requests).toHaveLength(2);
  });

  test('asks again for an action that is still running until it has a result', async () => {
    const running: Answer = { status: 409, body: { errcode: 40902, errmsg: '该操作正在处理，请稍候' } };
    answerWith(running, running, ok({ done: true }));
    expect(await call(handle, { body: { opinion: '同意' } })).toEqual({ done: true });
    expect(new Set(requests.map(({ init }) => init.headers['idempotency-key'])).size).toBe(1);
  });
});

describe('expired session of a call', () => {
  test('is renewed over the screen, and the call is sent again with its idempotency key', async () => {
    answerWith(sessionEndedAnswer, ok({ done: true }));
    const stop = registerReLogin(async () => {
      expect(readSessionToken()).toBeUndefined();
      storeSession({ accessToken: 'new', loginType: 'password', staffId: 'staff-liuyang' });
      return true;
    });
    expect(await call(handle, { body: { opinion: '写了很久的意见' } })).toEqual({ done: true });
    expect(requests[1]?.init.headers['x-access-token']).toBe('new');
    expect(requests[1]?.init.headers['idempotency-key']).toBe(requests[0]?.init.headers['idempotency-key']);
    stop();
  });

  test('asks for one login for all calls that fail together', async () => {
    vi.stubGlobal('fetch', async (_url: string, init: SentRequest['init']) =>
      init.headers['x-access-token'] === 'new'
        ? new Response('{"errcode":0,"code":200,"data":{"rows":[]}}')
        : new Response('{"errcode":401}', { status: 401 }),
    );
    const askForLogin = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      storeSession({ accessToken: 'new', loginType: 'password', staffId: 'staff-liuyang' });
      return true;
    });
    const stop = registerReLogin(askForLogin);
    await Promise.all([1, 2, 3].map((code) => call(find, { params: { code: String(code) } })));
    expect(askForLogin).toHaveBeenCalledTimes(1);
    stop();
  });

  test('asks for no login when another tab has signed in meanwhile', async () => {
    answerWith(sessionEndedAnswer, ok({ rows: [] }));
    const askForLogin = vi.fn(async () => true);
    const stop = registerReLogin(askForLogin);
    const pending = call(find, { params: { code: '1' } });
    storeSession({ accessToken: 'of the other tab', loginType: 'password', staffId: 'staff-liuyang' });
    expect(await pending).toEqual({ rows: [] });
    expect(askForLogin).not.toHaveBeenCalled();
    stop();
  });

  test('asks for a login again when another person has signed in, and sends nothing with that person’s session', async () => {
    answerWith(ok({ done: true }));
    const askForLogin = vi.fn(async () => {
      // Meanwhile the other person's session is unchanged.
      expect(readSessionToken()).toBe('of another person');
      storeSession({ accessToken: 'new', loginType: 'password', staffId: 'staff-liuyang' });
      return true;
    });
    const stop = registerReLogin(askForLogin);
    // Written as another tab would do it.
    localStorage.setItem('banjian.person', 'staff-lina');
    localStorage.setItem('banjian.accessToken', 'of another person');
    expect(await call(handle, { body: { opinion: '同意' } })).toEqual({ done: true });
    expect(requests.map(({ init }) => init.headers['x-access-token'])).toEqual(['new']);
    expect(askForLogin).toHaveBeenCalledTimes(1);
    stop();
  });

  test('fails with 401 when the person does not sign in again', async () => {
    answerWith(sessionEndedAnswer);
    const stop = registerReLogin(async () => false);
    expect((await failureOf(call(find, { params: { code: '1' } }))).errcode).toBe(401);
    stop();
  });
});

describe('call with progress', () => {
  const upload = endpoint({
    method: 'POST',
    path: '/file',
    summary: '传',
    changes: [],
    encoding: 'multipart',
    output: z.object({ id: z.string() }),
  });
  /** A request that the test answers at a chosen moment. */
  class RequestStub {
    static last: RequestStub;
    upload: { onprogress?: (event: object) => void } = {};
    headers: Record<string, string> = {};
    status = 200;
    responseText = '';
    onload = () => {};
    onerror = () => {};
    onabort = () => {};
    constructor() {
      RequestStub.last = this;
    }
    open() {}
    send() {}
    abort() {
      this.onabort();
    }
    getResponseHeader() {
      return null;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
  }

  test('reports the uploaded percentage and returns the answer', async () => {
    vi.stubGlobal('XMLHttpRequest', RequestStub);
    const percentages: number[] = [];
    const answer = call(upload, {}, { onProgress: (percent) => percentages.push(percent) });
    RequestStub.last.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 3 });
    RequestStub.last.upload.onprogress?.({ lengthComputable: true, loaded: 3, total: 3 });
    RequestStub.last.responseText = JSON.stringify({ errcode: 0, code: 200, data: { id: 'a' } });
    RequestStub.last.onload();
    expect(await answer).toEqual({ id: 'a' });
    expect(percentages).toEqual([33, 100]);
    expect(RequestStub.last.headers['idempotency-key']).toBeTruthy();
  });

  test('is aborted by its signal', async () => {
    vi.stubGlobal('XMLHttpRequest', RequestStub);
    const stop = new AbortController();
    const answer = call(upload, {}, { onProgress: () => {}, signal: stop.signal });
    stop.abort();
    await expect(answer).rejects.toBeInstanceOf(TypeError);
  });
});
