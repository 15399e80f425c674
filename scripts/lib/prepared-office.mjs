import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from './free-port.mjs';
import { inProject, nodePath, UserError } from './project.mjs';

/**
 * Starts a portal that fills an empty data folder with the demo office, and stops the portal. Several portals then
 * start with copies of the folder: creating the orders of half a year takes twenty seconds of processor time.
 */
export async function prepareOffice(folder, env) {
  const portal = spawn(nodePath(), [inProject('server', 'main.ts')], {
    cwd: inProject(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      NODE_COMPILE_CACHE: inProject('node_modules', '.cache', 'node-compile'),
      ...process.env,
      TZ: 'Asia/Shanghai',
      ...env,
      DATA_DIR: folder,
      PORT: String(await findFreePort()),
    },
  });
  const exit = once(portal, 'exit');
  const isReady = await Promise.race([once(portal, 'message').then(() => true), exit.then(() => false)]);
  portal.kill('SIGTERM');
  await exit;
  if (isReady) return;
  throw new UserError(
    '全流程测试的演示数据没有建成，原因见上。',
    'The demo office of the journeys was not made; the reason is above.',
  );
}

/** Copies a prepared data folder whose portal has stopped; the database of the copy has a port of its own. */
export async function copyOffice(from, to) {
  execFileSync('cp', ['-a', `${from}/.`, to]);
  const connection = join(to, 'postgres', 'cluster', 'connection.json');
  const connectionData = JSON.parse(readFileSync(connection, 'utf8'));
  writeFileSync(connection, JSON.stringify({ ...connectionData, port: await findFreePort() }));
}
