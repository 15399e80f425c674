import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export interface ReverseProxy {
  address: string;
  stop(): Promise<void>;
}

/** True if nginx is installed. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/**
 * Starts nginx in front of two servers on this machine, with the example configuration for offices; only
 * names, ports and the certificate are changed.
 */
export async function startProxy(folder: string, ports: readonly [number, number]): Promise<ReverseProxy> {
  const port = await freePort();
  const sample = readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'nginx.conf'), 'utf8');
  const site = sample
    .replaceAll('10.0.0.11:8080', `127.0.0.1:${ports[0]}`)
    .replaceAll('10.0.0.12:8080', `127.0.0.1:${ports[1]}`)
    .replace(/listen .*;/, `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_.*$/gm, '');
  if (site.match(/127\.0\.0\.1/g)?.length !== 5) throw new Error('The nginx sample has unexpected addresses');
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name.replace('client_', ''))};`,
  );
  const settings = join(folder, 'nginx.conf');
  writeFileSync(
    settings,
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};
events {} http { access_log off; ${temporary.join(' ')}
${site} }`,
  );
  const child = spawn('nginx', ['-c', settings, '-p', folder], { stdio: 'inherit' });
  const kill = () => void child.kill('SIGTERM');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    kill();
    await exited;
  };
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(`${address}/readyz`).catch(() => undefined)) return { address, stop };
    await wait(50);
  }
  await stop();
  throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'));
}
