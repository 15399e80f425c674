import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { openRawConnection } from '#test/world/raw-socket.ts';
import { installWeb } from './static-web.ts';

const folder = await mkdtemp(join(tmpdir(), 'banjian-web-'));
await mkdir(join(folder, 'assets'));
for (const page of ['index', 'login', 'not-open', 'phone-upload'])
  await writeFile(join(folder, `${page}.html`), page);
const fastify = Fastify();
await installWeb(fastify, folder);
const address = await fastify.listen({ host: '127.0.0.1', port: 0 });
afterAll(async () => {
  await fastify.close();
  await rm(folder, { recursive: true });
});

const getPage = (url: string) => fastify.inject({ url, headers: { accept: 'text/html' } });

describe('static web pages', () => {
  test.each([
    ['/', 'index'],
    ['/todo?page=2', 'index'],
    ['/third/stats', 'index'],
    ['/consult-complaints', 'index'],
    ['/login?r=%2Ftodo', 'login'],
    // Applicants have no account, so they are not sent to the login.
    ['/no-login/progress', 'not-open'],
    ['/no-login', 'not-open'],
    ['/m/upload/abc', 'phone-upload'],
  ])('%s returns the page %s', async (url, page) => {
    const answer = await getPage(url);
    expect([answer.statusCode, answer.body]).toEqual([200, page]);
  });

  test.each([
    ['/affair/', '/affair'],
    ['/query?code=1&x=a?b', '/query/all?code=1&x=a?b'],
    ['/view/2026000001', '/query/view/2026000001'],
    ['/add/', '/consult-complaints/add'],
    // Never to another host, however it is written.
    ['//evil.example/', '/evil.example'],
    ['///evil.example/x', '/evil.example/x'],
    ['/a\\b/', '/a/b'],
    ['/%5c/evil.example/', '/%5c/evil.example'],
    ['/login/?r=%2Ftodo', '/login?r=%2Ftodo'],
  ])('%s redirects to %s', async (url, target) => {
    const answer = await getPage(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, target]);
  });

  test.each([
    '/\\//evil.example',
    '/\\evil.example/',
    '//\\evil.example/',
    '/.//\\evil.example/',
    '/a/..//\\evil.example/',
    '/%2e/\\evil.example/',
    '/\\\\evil.example//x',
    '/\\//evil.example?a=b',
    '/\\//user:word@evil.example/',
    '/\\//%ef%bc%8fvil.example/',
  ])('%s could be read as another host: it shows the app without a redirect', async (url) => {
    // Sent as bytes, because clients without a socket normalise the address first.
    const request = `GET ${url} HTTP/1.1\r\nhost: portal\r\naccept: text/html\r\nconnection: close\r\n\r\n`;
    const [answer] = await openRawConnection(address, Buffer.from(request, 'latin1')).answers();
    expect([answer?.status, answer?.headers.location, answer?.text]).toEqual([200, undefined, 'index']);
  });
});
