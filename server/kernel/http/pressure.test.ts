import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installOverloadProtection, overloadedSeconds, secondMs } from './pressure.ts';

let isOverloaded = false;
const fastify = Fastify();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(async () => {
  await fastify.close();
  vi.useRealTimers();
});

const statusOf = async (url: string) => (await fastify.inject(url)).statusCode;

test('calls get 503 after seconds of overload, not after one stall, and files are always served', async () => {
  await installOverloadProtection(fastify, () => isOverloaded);
  fastify.get('/call', { config: { isCall: true } }, async () => 'answer');
  fastify.get('/assets/part.js', async () => 'part');

  isOverloaded = true;
  vi.advanceTimersByTime(secondMs);
  expect(await statusOf('/call')).toBe(200);
  isOverloaded = false;
  vi.advanceTimersByTime(secondMs);

  isOverloaded = true;
  vi.advanceTimersByTime(overloadedSeconds * secondMs);
  const refusal = await fastify.inject('/call');
  expect([refusal.statusCode, refusal.headers['retry-after'], refusal.json().errmsg]).toEqual([
    503,
    '5',
    '系统繁忙，请稍后再试',
  ]);
  expect(await statusOf('/assets/part.js')).toBe(200);

  isOverloaded = false;
  vi.advanceTimersByTime(secondMs);
  expect(await statusOf('/call')).toBe(200);
});
