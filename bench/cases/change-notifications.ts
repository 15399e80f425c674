import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { session } from '#contract/session.ts';
import { hashSecret } from '#server/kernel/crypto/secrets.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { newSecret } from '#server/kernel/ids.ts';
import { streamsPerPerson } from '#server/modules/access/session/limits.ts';
import { insertSession } from '#server/modules/access/session/queries.ts';
import type { Bench, Benchmark, Probe } from '../measuring/case.ts';
import { type ChildServer, startChild } from '../processes/child.ts';
import type { ListenRequest, NotificationReport } from '../processes/listeners.ts';
import { addStaff } from '../world/people.ts';
import type { World } from '../world/world.ts';

const streams = 5_000;
/** A key of every listener, like the post in a busy hall. */
const key = 'position:bench-hall';
const account = 'bench-listener';

const processes = join(import.meta.dirname, '..', 'processes');

/**
 * Measures one notification to the screens of 5,000 people with one post: from the statement that sends it until
 * the last screen has received it. The limit is the same notification sent by the simplest HTTP server to as many
 * screens; the limit of the machine itself is the same bytes written to as many sockets in a simple loop.
 * Three parts of the time are listed separately: the server's writes, its processor time, and that of the
 * process with all the screens.
 */
export async function changeNotificationsCase(bench: Bench): Promise<Benchmark> {
  const { portal, world } = bench;
  const tokens = await openSessions(world, Math.ceil(streams / streamsPerPerson));
  const minimalServer = await startChild(join(processes, 'minimal-stream-server.ts'), world);
  const loopServer = await startChild(join(processes, 'socket-loop-server.ts'), world);
  const probes: Probe[] = [];
  const probe = (title: string, atMost?: number) => {
    const newProbe: Probe = { title, unit: 'ms', ...(atMost !== undefined && { atMost }), values: [] };
    probes.push(newProbe);
    return newProbe.values;
  };
  const lastReceipts = probe(`the last of ${streams.toLocaleString('en')} has it`, 100);
  const variant = async (name: string, server: ChildServer) => {
    const listeners = await Listeners.open({
      url: world.url,
      port: server.port,
      path: session.events.path,
      tokens,
      streams,
      topic: `key:${key}`,
    });
    const writes = probe(`${name}: until its last write returned`);
    const serverTimes = probe(`${name}: processor time of the server`);
    const screenTimes = probe(`${name}: processor time of the screens`);
    return {
      name,
      close: () => listeners.close(),
      async measure() {
        const before = await server.counters();
        const { lastMs, cpuMs } = await listeners.notifyAll();
        const after = await server.counters();
        writes.push(after.deliveryMs);
        serverTimes.push(after.cpuMs - before.cpuMs);
        screenTimes.push(cpuMs);
        if (server === portal) lastReceipts.push(lastMs);
        return lastMs;
      },
    };
  };
  const variants = [
    await variant('ours', portal),
    await variant('limit', minimalServer),
    await variant('bare loop', loopServer),
  ];
  return {
    name: 'notifications',
    unit: 'ms',
    variants,
    goals: [
      { title: 'the last screen / the minimal server', over: 'ours', under: 'limit' },
      { title: 'the last screen / a bare loop of writes', over: 'ours', under: 'bare loop' },
    ],
    probes,
    notes: [
      'screens and the statement that notifies them are one process apart from the server; machine shared',
    ],
    async finish() {
      for (const { close } of variants) close();
      await minimalServer.stop();
      await loopServer.stop();
    },
  };
}

/** Opens sessions for this many people with the post; returns their tokens. */
async function openSessions(world: World, count: number): Promise<string[]> {
  const keys = await world.session(async (client) => {
    await client.query(
      "insert into positions (id, code, name) values ($1, $1, '大厅值守') on conflict do nothing",
      [key.slice('position:'.length)],
    );
    const people = await addStaff(client, count, account);
    await client.query(
      `insert into staff_positions select id, $2 from staff where account like $1 || '-%' on conflict do nothing`,
      [account, key.slice('position:'.length)],
    );
    return people;
  });
  const { context, database } = world;
  const now = context.now();
  return inTransaction(database.db, async (tx) => {
    const tokens: string[] = [];
    for (const person of keys) {
      const token = newSecret();
      tokens.push(token);
      await insertSession(tx, {
        id: context.newId(),
        token_hash: hashSecret(token),
        staff_id: person.slice('staff:'.length),
        login_type: 'password',
        address: '127.0.0.1',
        created_at: now,
        seen_at: now,
      });
    }
    return tokens;
  });
}

/** The process with the screens. */
class Listeners {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async open(request: ListenRequest): Promise<Listeners> {
    const child = fork(join(processes, 'listeners.ts'), { stdio: 'inherit' });
    child.send(request);
    const [message] = (await once(child, 'message')) as [string];
    if (message !== 'listening') throw new Error(message);
    return new Listeners(child);
  }

  async notifyAll(): Promise<NotificationReport> {
    this.#child.send('notify');
    const [report] = (await once(this.#child, 'message')) as [NotificationReport];
    return report;
  }

  close(): void {
    this.#child.disconnect();
  }
}
