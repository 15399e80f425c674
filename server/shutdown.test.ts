import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * A process that logs once after the reader of its output has closed it, and then reports how often it
 * logged.
 */
const program = `
import { handleUncaughtErrors } from ${JSON.stringify(join(import.meta.dirname, 'shutdown.ts'))};
import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'kernel', 'log', 'log.ts'))};
let lines = 0;
const log = createLog('warn', (line) => { lines += 1; process.stderr.write(line); });
handleUncaughtErrors(log, { add() {}, run: async () => {} });
process.on('message', () => {
  log.warn({}, 'read by nobody');
  process.stdout.write('nor this');
  setTimeout(() => process.send(lines, () => process.exit(0)), 300);
});
process.send('ready');
`;

test('a server continues after the reader of its output has closed it, and does not log its own log errors', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  await new Promise((resolve) => child.once('message', resolve));
  child.stdout?.destroy();
  child.stderr?.destroy();
  const lineCount = new Promise((resolve) => child.once('message', resolve));
  child.send('go');
  expect(await lineCount).toBe(1);
});
