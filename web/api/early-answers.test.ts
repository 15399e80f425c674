import { afterEach, expect, test, vi } from 'vitest';
import { clearEarlyAnswers, consumeEarlyAnswer, sendEarlyRequest } from './early-answers.ts';
import { send } from './send.ts';
import { clearSession, storeSession } from './session-token.ts';

const session = { accessToken: 'token', loginType: 'password', staffId: 's1' };

/** Answers every request with its own address, and returns the addresses in the order sent. */
function recordRequests(): string[] {
  const addresses: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address);
    return Response.json({ errcode: 0, data: address });
  });
  return addresses;
}

afterEach(() => {
  clearSession();
  window.earlyAnswers = undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a call uses the answer that was requested early, once', async () => {
  const addresses = recordRequests();
  storeSession(session);
  sendEarlyRequest('token', '/orders?page=1');
  const read = () => send({ method: 'GET', path: '/orders', query: { page: 1 } });
  expect(await read()).toBe('/orders?page=1');
  expect(addresses).toEqual(['/orders?page=1']);
  await read();
  expect(addresses).toHaveLength(2);
});

test('an early request has the headers of a call in the session', () => {
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => Response.json({}));
  vi.stubGlobal('fetch', fetch);
  sendEarlyRequest('token', '/orders');
  expect(fetch.mock.calls[0]?.[1].headers).toEqual({
    accept: 'application/json',
    'x-refusal-status': 'http',
    'x-access-token': 'token',
  });
});

test('neither another session nor a later state uses an early answer', async () => {
  recordRequests();
  sendEarlyRequest('token', '/orders');
  expect(consumeEarlyAnswer('/orders', 'other')).toBeUndefined();
  sendEarlyRequest('token', '/orders');
  clearEarlyAnswers();
  expect(consumeEarlyAnswer('/orders', 'token')).toBeUndefined();
  sendEarlyRequest('token', '/orders');
  const start = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(start + 21_000);
  expect(consumeEarlyAnswer('/orders', 'token')).toBeUndefined();
});

test('a changing call removes the early answers, and one that only asks for a ticket does not', async () => {
  recordRequests();
  sendEarlyRequest('token', '/orders');
  await send({ method: 'POST', path: '/tickets' });
  expect(window.earlyAnswers?.size).toBe(1);
  await send({ method: 'POST', path: '/handle', headers: { 'idempotency-key': 'k' } });
  expect(window.earlyAnswers?.size).toBe(0);
});

test('a call whose early request failed fails like any other call', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  storeSession(session);
  sendEarlyRequest('token', '/orders');
  await expect(send({ method: 'GET', path: '/orders' })).rejects.toMatchObject({ name: 'CallError' });
});

test('a call that was stopped does not use its early answer', async () => {
  recordRequests();
  storeSession(session);
  sendEarlyRequest('token', '/orders');
  const stop = new AbortController();
  const answer = send({ method: 'GET', path: '/orders', signal: stop.signal });
  stop.abort();
  await expect(answer).rejects.toBe(stop.signal.reason);
});
