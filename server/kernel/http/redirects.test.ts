import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { readMappings } from '#test/vectors/read-vectors.ts';
import { installRedirects } from './redirects.ts';

const fastify = Fastify();
installRedirects(fastify);
// Like a plug-in that redirects to any requested address.
fastify.get('/on', async (request, reply) => reply.redirect((request.query as { to: string }).to));
afterAll(() => fastify.close());

const cases = readMappings(new URL('../../../contract/vectors/safe-target.txt', import.meta.url));
const within = cases.map(
  ({ input, output }) => [input, output.startsWith('/') ? output : undefined] as const,
);

test.each(within)('a plugin redirect to %s leads to %s', async (to, path) => {
  const { statusCode, headers, body } = await fastify.inject({ url: '/on', query: { to } });
  expect([statusCode, headers.location]).toEqual(path === undefined ? [404, undefined] : [302, path]);
  if (path === undefined) expect(JSON.parse(body)).toMatchObject({ errcode: 404 });
});
