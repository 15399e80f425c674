import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { files } from '#contract/files.ts';
import { initiation } from '#contract/initiation.ts';
import { mySignIns } from '#contract/my-sign-ins.ts';
import { session } from '#contract/session.ts';
import { demoPassword } from '#server/kernel/config/config.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { newTally, openCaller } from '#test/chaos/caller.ts';
import { createEmptyDatabase } from '#test/world/database.ts';
import { freePort } from '#test/world/free-port.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';
import { hasNginx, type ReverseProxy, startProxy } from '#test/world/proxy.ts';
import { petition } from '#test/world/start-data.ts';

/**
 * Tests two servers behind nginx with the example of the operator guide (docs/decisions/0174), if nginx is
 * installed.
 */

if (!hasNginx) console.warn('LEFT OUT: there is no nginx on this machine, so that no proxy is tried.');

const folder = mkdtempSync(join(tmpdir(), 'banjian-nginx-'));
const database = hasNginx ? await createEmptyDatabase() : undefined;
const servers: PortalProcess[] = [];
let proxy: ReverseProxy | undefined;
afterAll(async () => {
  await proxy?.stop();
  for (const server of servers) server.signal('SIGKILL');
  await database?.drop();
  rmSync(folder, { recursive: true });
});

async function startServer(port: number): Promise<PortalProcess> {
  const server = await startPortal({
    PORTAL_MODE: 'demo',
    PORTAL_DEMO_ORDERS: '2',
    PORTAL_DEMO_CAPTCHA: 'A7K3',
    DATABASE_URL: database?.url ?? '',
    // One folder for both, like a shared disk.
    DATA_DIR: join(folder, 'data'),
    TRUST_PROXY: '1',
    DATABASE_CONNECTIONS: '5',
    PORT: String(port),
  });
  expect(server.address, server.output()).toBeDefined();
  servers.push(server);
  return server;
}

/** Opens a stream of events; returns its text so far and whether it is over, both updated continuously. */
async function listen(address: string, headers: Record<string, string>) {
  const ticket = await fetch(address + session.createTicket.path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ purpose: 'events' }),
  });
  const { data } = (await ticket.json()) as { data: { ticket: string } };
  const answer = await fetch(`${address}${session.events.path}?ticket=${data.ticket}`);
  expect(answer.status).toBe(200);
  const stream = { text: '', isOver: false };
  const read = async () => {
    for await (const chunk of answer.body ?? []) stream.text += Buffer.from(chunk).toString();
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      stream.isOver = true;
    });
  await expect.poll(() => stream.text).toContain('event: ready');
  return stream;
}

describe.skipIf(!hasNginx)('two servers behind nginx', () => {
  const tally = newTally();
  let address = '';
  let direct: string[] = [];
  const ports: number[] = [];

  test('start on one database with one shared folder', async () => {
    ports.push(await freePort());
    const one = await startServer(ports[0] ?? 0);
    ports.push(await freePort());
    const other = await startServer(ports[1] ?? 0);
    direct = [one.address ?? '', other.address ?? ''];
    proxy = await startProxy(folder, [ports[0] ?? 0, ports[1] ?? 0]);
    address = proxy.address;
  }, 180_000);

  test('accept a large body, and take the client address only from the proxy', async () => {
    const { signIn, headersOf, read } = openCaller(address, tally);
    await signIn('zhangwei', demoPassword);
    const send = async (bytes: number) => {
      const form = new FormData();
      const body = Buffer.concat([samplePdf, Buffer.alloc(bytes)]);
      form.append('file', new Blob([new Uint8Array(body)], { type: 'application/pdf' }), '证明.pdf');
      return await fetch(address + files.uploadInPortal.path, {
        method: 'POST',
        headers: { ...headersOf('zhangwei'), 'x-forwarded-for': '198.51.100.7' },
        body: form,
      });
    };
    const uploadResponse = await send(19_000_000);
    expect(uploadResponse.status, await uploadResponse.text()).toBe(200);
    const { sessions } = await read<{ sessions: { own: boolean; address: string }[] }>(
      'zhangwei',
      mySignIns.show.path,
    );
    expect(sessions.find(({ own }) => own)?.address).toBe('127.0.0.1');
  });

  test('deliver events of either server through the proxy without delay', async () => {
    const reader = openCaller(address, tally);
    await reader.signIn('liuyang', demoPassword);
    const stream = await listen(address, reader.headersOf('liuyang'));
    for (const [index, server] of direct.entries()) {
      const writer = openCaller(server, tally);
      await writer.signIn('zhangwei', demoPassword);
      const before = stream.text.length;
      await writer.act('zhangwei', 'start', initiation.initiate.path, { ...petition(index + 1).start });
      await expect.poll(() => stream.text.length).toBeGreaterThan(before);
    }
  });

  test('answer every call while one is killed and restarted, and streams can be opened again', async () => {
    const reader = openCaller(address, tally);
    await reader.signIn('liuyang', demoPassword);
    const statuses = new Map<number, number>();
    let isRunning = true;
    const requests = (async () => {
      while (isRunning) {
        const { status } = await fetch(address + mySignIns.show.path, {
          headers: reader.headersOf('liuyang'),
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await wait(20);
      }
    })();
    const streams = await Promise.all([1, 2].map(() => listen(address, reader.headersOf('liuyang'))));
    servers[0]?.signal('SIGKILL');
    await servers[0]?.waitForExit();
    await wait(1_500);
    // At most one server's streams were cut; a browser opens them again, with success.
    for (const stream of streams) if (stream.isOver) await listen(address, reader.headersOf('liuyang'));
    await startServer(ports[0] ?? 0);
    // As in the guide: the proxy must use it again. It counts whole seconds, so its two become three.
    await wait(5_000);
    // It stops in order: running requests finish, and later ones are told to retry or are served by the
    // other.
    expect(await servers[1]?.stop()).toBe(0);
    await wait(500);
    isRunning = false;
    await requests;
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(50);
    expect(tally.refused).toEqual([]);
  });

  test('pass error answers through, and nginx answers 503 with the same text without a server', async () => {
    const send = async (path: string, method = 'GET') => {
      const answer = await fetch(address + path, { method, headers: { 'x-access-token': 'none' } });
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    };
    const refused = await send(mySignIns.show.path);
    expect(refused.status).toBe(401);
    expect(JSON.parse(refused.text)).toMatchObject({ errcode: 401 });
    for (const server of servers) server.signal('SIGKILL');
    await Promise.all(servers.map((server) => server.waitForExit()));
    const unavailable = await send(mySignIns.show.path);
    expect([unavailable.status, unavailable.type]).toEqual([503, 'text/html; charset=utf-8']);
    expect(unavailable.text).toContain('系统繁忙，请稍后再试');
    expect(unavailable.text).not.toMatch(/nginx|Bad Gateway/);
    expect((await send(session.logout.path, 'POST')).text).toBe(unavailable.text);
    // Imitates a portal whose database is unavailable.
    const errorText = '{"errcode":503,"errmsg":"系统繁忙，请稍后再试","requestId":"r-1"}';
    const unavailablePortal = createServer((_request, response) =>
      response.writeHead(503, { 'content-type': 'application/json; charset=utf-8' }).end(errorText),
    );
    await new Promise<void>((resolve) => unavailablePortal.listen(ports[0], '127.0.0.1', resolve));
    try {
      // Also while both count as unavailable, and whichever gets the request first.
      for (let time = 0; time < 10; time += 1) expect((await send('/sys/captcha')).text).toBe(errorText);
    } finally {
      unavailablePortal.close();
    }
  });
});
