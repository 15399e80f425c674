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
const connectionCount = 100;
/** As many as one person may have. */
const screens = 20;
const person = 'zhangwei';
/** Time that a call continues after the portal got its stop signal. */
const callMs = 3_000;

interface Target {
  address: string;
  port: number;
  token: string;
}

/** Opens something, and returns a function that closes what is left of it. */
type Opener = (target: Target) => Promise<() => void>;

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
  (text: string): Opener =>
  async ({ port }) => {
    const openSockets = await Promise.all(
      Array.from({ length: connectionCount }, () => socketTo(port, text)),
    );
    return () => {
      for (const socket of openSockets) socket.destroy();
    };
  };

const streams: Opener = async ({ address, token }) => {
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

/** Opens an upload whose last byte comes late, or never. */
const upload =
  (afterMs: number): Opener =>
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

const kinds: Record<string, Opener> = {
  idle: async () => () => undefined,
  [`${screens} streams`]: streams,
  [`${connectionCount} idle connections, answered`]: sockets('GET /healthz HTTP/1.1\r\nhost: portal\r\n\r\n'),
  [`${connectionCount} idle connections without a request`]: sockets(''),
  [`a call that takes ${callMs / 1000} s more`]: upload(callMs),
};
/** A kind of open work that is measured only once, because it takes the full time limit of a call. */
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
    if (portal.address === undefined) throw new Error(portal.output());
    return portal;
  };
  let portal = await start();
  const address = portal.address ?? '';
  const token = (await signIn(port, [person]))[person] ?? '';
  for (const [kind, openSockets] of [...Object.entries(kinds), ...Object.entries(endless)]) {
    const stopTimes: number[] = [];
    const readyTimes: number[] = [];
    for (let repetition = 0; repetition < (kind in endless ? 1 : times); repetition += 1) {
      const releaseSockets = await openSockets({ address, port, token });
      const startTime = performance.now();
      await portal.stop();
      stopTimes.push((performance.now() - startTime) / 1000);
      portal = await start();
      while (!(await fetch(`${address}/readyz`)).ok) await wait(20);
      readyTimes.push((performance.now() - startTime) / 1000);
      releaseSockets();
    }
    const formatSeconds = (seconds: number[]) => {
      const { median, min, max } = spreadOf(seconds);
      return `${median.toFixed(1)} s [${min.toFixed(1)}–${max.toFixed(1)}]`;
    };
    console.log(
      `${name}, ${kind}: unavailable after ${formatSeconds(stopTimes)}, ready after ${formatSeconds(readyTimes)}`,
    );
  }
  await portal.stop();
}

rmSync(folder, { recursive: true, force: true });
await measure('with its own PostgreSQL', { DATA_DIR: join(folder, 'own') });
const postgres = await startEmbedded({ dataDir: join(folder, 'separate') });
try {
  await measure('with a separate PostgreSQL', {
    DATA_DIR: join(folder, 'office'),
    DATABASE_URL: postgres.url,
  });
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
