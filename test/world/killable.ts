import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Actor } from '#domain/access/actor.ts';
import { createDiskStore } from '#server/adapters/files/file-store.ts';
import { type Context, createContext } from '#server/framework/context.ts';
import { loadConfig } from '#server/kernel/config/config.ts';
import { createCrypto } from '#server/kernel/crypto/crypto.ts';
import { connect } from '#server/kernel/database/connect.ts';
import { createLog } from '#server/kernel/log/log.ts';
import { getActor } from '#server/modules/access/session/actor.ts';

/** A process that works on files and stops at one step until it is killed. */
export interface KillableProcess {
  context: Context;
  actor: Actor;
  /** The work to do, as the test gave it. */
  job: string;
  /** If this is the step, reports that it is reached, and never continues. */
  pauseAt(step: string): Promise<void>;
}

/**
 * Reads the arguments `<database> <folder> <key> <account> <step> <job>`; the file store also stops at its
 * own steps.
 */
export async function openKillable(): Promise<KillableProcess> {
  const [databaseUrl = '', folder = '', key = '', account = '', step = '', job = ''] = process.argv.slice(2);
  const database = await connect(databaseUrl, { max: 5 });
  const doNothing = () => undefined;
  const store = createDiskStore(join(folder, 'files'));
  const pauseAt = async (name: string): Promise<void> => {
    if (name !== step) return;
    process.stdout.write('here\n');
    await new Promise(() => setInterval(doNothing, 1000));
  };
  async function* stopAfterHalf(bytes: Readable | Uint8Array) {
    let count = 0;
    for await (const chunk of bytes instanceof Readable ? bytes : Readable.from([bytes])) {
      yield chunk as Uint8Array;
      count += 1;
      if (count === 1) await pauseAt('half of the bytes is written');
    }
  }
  const context = createContext({
    config: loadConfig({ DATA_DIR: folder }),
    db: database.db,
    crypto: createCrypto([Buffer.from(key, 'hex')]),
    files: {
      ...store,
      async receive(id, bytes) {
        const receivedFile = await store.receive(
          id,
          Readable.from(stopAfterHalf(bytes), { objectMode: false }),
        );
        await pauseAt('all bytes are written');
        return {
          ...receivedFile,
          async keep() {
            await receivedFile.keep();
            await pauseAt('bytes are stored');
          },
        };
      },
      async put(id, bytes) {
        const storedFile = await store.put(id, bytes);
        await pauseAt('bytes are stored');
        return storedFile;
      },
      async confirm(id) {
        await pauseAt('rows are written');
        await store.confirm(id);
      },
      async markDoubtful(id) {
        await store.markDoubtful(id);
        await pauseAt('rows are about to be deleted');
      },
      async remove(id) {
        await pauseAt('rows are deleted');
        await store.remove(id);
      },
    },
    log: createLog('fatal', () => undefined),
    processId: 'child',
  });
  return { context, actor: await getActor(context, account), job, pauseAt };
}

/** Runs a script of `test/world` in a separate process that is killed at that step. */
export async function runUntilKilled(
  script: string,
  portal: { database: { url: string }; context: Context },
  { key, account, step, job }: { key: Buffer; account: string; step: string; job: string },
): Promise<void> {
  const path = join(import.meta.dirname, script);
  const args = [path, portal.database.url, portal.context.config.dataDir, key.toString('hex')];
  const child = spawn(process.execPath, [...args, account, step, job], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await firstOutput(child);
  if (output !== 'here\n') throw new Error(`The process should stop at "${step}", but printed "${output}"`);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function firstOutput({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The process has no output');
  const [output] = (await once(stdout, 'data')) as [Buffer];
  return output.toString();
}
