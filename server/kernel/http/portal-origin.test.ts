import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { portalOrigin } from './portal-origin.ts';

async function originOf(headers: Record<string, string>, setting?: string): Promise<string> {
  // As behind one trusted proxy.
  const fastify = Fastify({ trustProxy: (_address: string, hop: number) => hop < 1 });
  fastify.get('/', async (request) =>
    portalOrigin({ context: { config: { portalOrigin: setting } }, request }),
  );
  return (await fastify.inject({ url: '/', headers: { host: 'portal.example.gov.cn', ...headers } })).body;
}
const evil = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };

test('the portal origin comes from the request and not from x-forwarded-host', async () => {
  expect(await originOf({})).toBe('http://portal.example.gov.cn');
  expect(await originOf({ 'x-forwarded-proto': 'https' })).toBe('https://portal.example.gov.cn');
  expect(await originOf(evil)).toBe('https://portal.example.gov.cn');
});

test('the configured portal origin is used when it is set', async () => {
  expect(await originOf(evil, 'https://set.example.gov.cn')).toBe('https://set.example.gov.cn');
});
