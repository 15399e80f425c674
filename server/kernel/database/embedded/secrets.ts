import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';

/** Connection data of the embedded server, stored in the cluster in a file that only its owner can read. */
export interface Secrets {
  port: number;
  /** Password of the role `postgres`, which only the supervisor uses. */
  adminPassword: string;
  /** Password of the role `banjian`, the portal's own: it owns its database and is no superuser. */
  password: string;
}

const fileName = 'connection.json';

/** Returns new passwords and a free port for a new cluster. */
export async function makeSecrets(): Promise<Secrets> {
  return {
    port: await findFreePort(),
    adminPassword: randomBytes(24).toString('base64url'),
    password: randomBytes(24).toString('base64url'),
  };
}

export async function readSecrets(cluster: string): Promise<Secrets> {
  const path = join(cluster, fileName);
  try {
    const found = JSON.parse(await readFile(path, 'utf8')) as Partial<Secrets>;
    if (found.port && found.adminPassword && found.password) return found as Secrets;
    throw new Error('incomplete');
  } catch (error) {
    throw new StartupError(
      `内置数据库的连接文件 ${path} 丢失或损坏（${reasonOf(error)}），请从备份恢复该文件。`,
      `The connection file ${path} of the embedded database is missing or damaged: restore it from a backup.`,
      { cause: error },
    );
  }
}

/** Writes by rename, so that a crash leaves either the old file or the new one. */
export async function writeSecrets(cluster: string, secrets: Secrets): Promise<void> {
  const path = join(cluster, fileName);
  await writeFile(`${path}.new`, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Finds a port of 127.0.0.1 that has no listener at this moment. */
export async function findFreePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('no port was specified'));
      });
    });
  });
}
