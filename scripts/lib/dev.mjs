import { findFreePort } from './free-port.mjs';
import { inProject } from './project.mjs';
import { runNode } from './run-node.mjs';

/**
 * Runs the portal for a developer: the server, restarted when one of its sources changes, and Vite, which
 * updates the open page when the web app changes. Both end together. The demo office has a separate data
 * folder (`data/dev`); `PORT` is the port of the page (8080), and the server uses any free one.
 */
export async function runDev() {
  const page = process.env.PORT ?? '8080';
  const port = String(await findFreePort());
  const server = {
    // People use the address of the page, so cookies and redirects must contain it.
    PORTAL_ORIGIN: `http://127.0.0.1:${page}`,
    PORTAL_DEMO_CAPTCHA: '8888',
    ...process.env,
    DATA_DIR: process.env.DATA_DIR ?? inProject('data', 'dev'),
    HOST: '127.0.0.1',
    PORT: port,
  };
  const vite = [
    inProject('node_modules', 'vite', 'bin', 'vite.js'),
    '--config',
    inProject('web', 'vite.config.ts'),
    '--host',
    '127.0.0.1',
    '--port',
    page,
    '--strictPort',
    '--clearScreen',
    'false',
  ];
  const both = [
    runNode(['--watch', '--watch-preserve-output', 'server/main.ts'], { env: server, label: '服务 server' }),
    runNode(vite, { env: { PORTAL_DEV_TARGET: `http://127.0.0.1:${port}` }, label: '网页 web' }),
  ];
  const code = await Promise.race(both);
  // If one of them ends by itself, the other gets the same signal as on Ctrl-C.
  process.emit('SIGTERM', 'SIGTERM');
  await Promise.all(both);
  return code;
}
