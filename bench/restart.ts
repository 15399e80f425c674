import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect as connectTo, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { files } from '#contract/files.ts';
import { session } from '#contract/session.ts';
import { startEmbedded } from '#server/kernel/database/embedded/supervisor.ts';
import { freePort } from '#test/world/free-port.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';
import { spreadOf } from './measuring/statistics.ts';
import { signIn } from './sign-in.ts';
import { benchCaptcha } from './world/world.ts';

/**
 * Measures how long a restart takes, depending on the open work: from SIGTERM until the process is gone, and
 * until `/readyz` answers 200 again; see docs/reliability.md. `node bench/restart.ts [--times 5]`
 */

const folder = resolve(import.meta.dirname, '..', 'data', 'bench-restart');
const { values } = parseArgs({ options: { times: { type: 'string', default: '5' } } });
const times = Number(values.times);
const many = 100;
/** As many as one person may have. */
const screens = 20;
const person = 'zhangwei';
/** Time that a call continues after the portal got its stop signal. */
const callMs = 3_000;

interface Open {
  address: string;
  port: number;
  token: string;
}

/** Opens something, and returns a function that closes what is left of it. */
type Opening = (of: Open) => Promise<() => void>;

async function socketTo(port: number, text = ''): Promise<Socket> {
  const socket = connectTo({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (text !== '') {
    socket.write(text);
    await once(socket, 'data');
  }
  return socket;
}

const sockets =
  (text: string): Opening =>
  async ({ port }) => {
    const open = await Promise.all(Array.from({ length: many }, () => socketTo(port, text)));
    return () => {
      for (const socket of open) socket.destroy();
    };
  };

const streams: Opening = async ({ address, token }) => {
  const headers = { 'x-access-token': token, 'content-type': 'application/json' };
  for (let count = 0; count < screens; count += 1) {
    const body = JSON.stringify({ purpose: 'events' });
    const ticket = await fetch(address + session.createTicket.path, { method: 'POST', headers, body });
    const { data } = (await ticket.json()) as { data: { ticket: string } };
    const stream = await fetch(`${address}${session.events.path}?ticket=${data.ticket}`);
    if (stream.status !== 200)
      throw new Error(`The call of the event stream returned status ${stream.status}`);
    void stream.text().catch(() => undefined);
  }
  return () => undefined;
};

/** An upload whose last byte comes late, or never. */
const upload =
  (afterMs: number): Opening =>
  async ({ port, token }) => {
    const body =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\r\n--x--\r\n';
    const socket = connectTo({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.write(
      `POST ${files.uploadInPortal.path} HTTP/1.1\r\nhost: portal\r\nx-access-token: ${token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, -4)}`,
    );
    await wait(200);
    const last = setTimeout(() => socket.write(body.slice(-4)), afterMs);
    return () => {
      clearTimeout(last);
      socket.destroy();
    };
  };

const kinds: Record<string, Opening> = {
  idle: async () => () => undefined,
  [`${screens} streams`]: streams,
  [`${many} idle connections, answered`]: sockets('GET /healthz HTTP/1.1\r\nhost: portal\r\n\r\n'),
  [`${many} idle connections, never asked`]: sockets(''),
  [`a call that takes ${callMs / 1000} s more`]: upload(callMs),
};
/** Measured once, because it takes the full time limit of a call. */
const endless = { 'a call that never ends': upload(3_600_000) };

async function measure(name: string, settings: Record<string, string>): Promise<void> {
  const port = await freePort();
  const start = async (): Promise<PortalProcess> => {
    const environment = {
      PORT: String(port),
      PORTAL_DEMO_CAPTCHA: benchCaptcha,
      PORTAL_DEMO_ORDERS: '0',
      ...settings,
    };
    const portal = await startPortal({ PORTAL_MODE: 'demo', ...environment });
    if (portal.address === undefined) throw new Error(portal.said());
    return portal;
  };
  let portal = await start();
  const address = portal.address ?? '';
  const token = (await signIn(port, [person]))[person] ?? '';
  for (const [kind, open] of [...Object.entries(kinds), ...Object.entries(endless)]) {
    const gone: number[] = [];
    const ready: number[] = [];
    for (let time = 0; time < (kind in endless ? 1 : times); time += 1) {
      const releaseSockets = await open({ address, port, token });
      const began = performance.now();
      await portal.stop();
      gone.push((performance.now() - began) / 1000);
      portal = await start();
      while (!(await fetch(`${address}/readyz`)).ok) await wait(20);
      ready.push((performance.now() - began) / 1000);
      releaseSockets();
    }
    const formatSeconds = (seconds: number[]) => {
      const { median, min, max } = spreadOf(seconds);
      return `${median.toFixed(1)} s [${min.toFixed(1)}–${max.toFixed(1)}]`;
    };
    console.log(
      `${name}, ${kind}: unavailable after ${formatSeconds(gone)}, ready after ${formatSeconds(ready)}`,
    );
  }
  await portal.stop();
}

rmSync(folder, { recursive: true, force: true });
await measure('with its own PostgreSQL', { DATA_DIR: join(folder, 'own') });
const postgres = await startEmbedded({ dataDir: join(folder, 'beside') });
try {
  await measure('PostgreSQL beside it', { DATA_DIR: join(folder, 'office'), DATABASE_URL: postgres.url });
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
