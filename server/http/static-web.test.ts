import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { installWeb } from './static-web.ts';

const folder = await mkdtemp(join(tmpdir(), 'banjian-web-'));
await mkdir(join(folder, 'assets'));
for (const page of ['index', 'login', 'not-open', 'phone-upload'])
  await writeFile(join(folder, `${page}.html`), page);
const fastify = Fastify();
await installWeb(fastify, folder);
afterAll(async () => {
  await fastify.close();
  await rm(folder, { recursive: true });
});

const ask = (url: string) => fastify.inject({ url, headers: { accept: 'text/html' } });

describe('the page of an address', () => {
  test.each([
    ['/', 'index'],
    ['/todo?page=2', 'index'],
    ['/third/stats', 'index'],
    ['/consult-complaints', 'index'],
    ['/login?r=%2Ftodo', 'login'],
    // Applicants have no account: they are not sent to a login that is not theirs.
    ['/no-login/progress', 'not-open'],
    ['/no-login', 'not-open'],
    ['/m/upload/abc', 'phone-upload'],
  ])('%s is %s', async (url, page) => {
    const answer = await ask(url);
    expect([answer.statusCode, answer.body]).toEqual([200, page]);
  });

  test.each([
    ['/affair/', '/affair'],
    ['/query?code=1&x=a?b', '/query/all?code=1&x=a?b'],
    ['/view/2026000001', '/query/view/2026000001'],
    ['/add/', '/consult-complaints/add'],
    // Never to another host, however it is written.
    ['//evil.example/', '/evil.example'],
    ['/login/?r=%2Ftodo', '/login?r=%2Ftodo'],
  ])('%s leads to %s, whoever asks', async (url, target) => {
    const answer = await ask(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, target]);
  });
});
