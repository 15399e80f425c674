import { keepRunning } from './lib/keep-running.mjs';
import { readCommand } from './lib/options.mjs';
import { ensureInstalled, ensureWeb } from './lib/prepare.mjs';
import { main } from './lib/project.mjs';
import { runOnce, serverArguments } from './lib/run-node.mjs';

main(async () => {
  readCommand('start', process.argv.slice(2), process.env);
  await ensureInstalled();
  await ensureWeb();
  const server = (args) => runOnce([...serverArguments, ...args], { channel: true });
  // Opens a browser only at the first start, not after a restart.
  return await keepRunning((times) => server(times === 0 ? process.argv.slice(2) : []));
});
