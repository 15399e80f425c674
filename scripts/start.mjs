import { readCommand } from './lib/options.mjs';
import { ensureInstalled, ensureWeb } from './lib/prepare.mjs';
import { main } from './lib/project.mjs';
import { runNode } from './lib/run-node.mjs';

main(async () => {
  readCommand('start', process.argv.slice(2), process.env);
  await ensureInstalled();
  await ensureWeb();
  return await runNode(['server/main.ts', ...process.argv.slice(2)], { channel: true });
});
