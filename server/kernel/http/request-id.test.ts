import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import type { TrustProxy } from '#server/kernel/config/trust-proxy.ts';
import { installRequestIds } from './request-id.ts';

const ownId = 'own-number';
const proxyId = 'a1b2c3d4-nginx.7';
const forwarded = { 'x-request-id': proxyId, 'x-forwarded-for': '203.0.113.7' };

async function idOf(trusted: TrustProxy, headers: Record<string, string>): Promise<unknown> {
  const trustProxy =
    typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted && [...trusted];
  const fastify = Fastify({ trustProxy, genReqId: () => ownId, requestIdHeader: false });
  installRequestIds(fastify, trusted);
  fastify.get('/', async (request) => request.id);
  const answer = await fastify.inject({ url: '/', headers, remoteAddress: '10.0.0.1' });
  expect(answer.headers['x-request-id']).toBe(answer.body);
  return answer.body;
}

describe('the request id of a proxy', () => {
  test('is accepted from a trusted proxy', async () => {
    expect(await idOf(1, forwarded)).toBe(proxyId);
    expect(await idOf(['10.0.0.0/8'], forwarded)).toBe(proxyId);
  });

  test('is ignored without a trusted proxy and from another address', async () => {
    expect(await idOf(false, forwarded)).toBe(ownId);
    expect(await idOf(['192.168.0.0/16'], forwarded)).toBe(ownId);
  });

  test('is ignored from a caller without a proxy', async () => {
    expect(await idOf(1, { 'x-request-id': proxyId })).toBe(ownId);
  });

  test.each([
    ['too short', 'abc'],
    ['too long', 'a'.repeat(65)],
    ['written with invalid characters', 'abcdefgh<script>'],
    ['followed by part of a log line', 'abcdefgh{"level":"error"}'],
    ['split by a space', 'abcdefgh 12345678'],
  ])('is ignored when it is %s', async (_case, id) => {
    expect(await idOf(1, { ...forwarded, 'x-request-id': id })).toBe(ownId);
  });
});
