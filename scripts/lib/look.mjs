import { existsSync } from 'node:fs';
import { ensureBrowser } from './browser.mjs';
import { findFreePort } from './free-port.mjs';
import { readCommand } from './options.mjs';
import { ensureWeb } from './prepare.mjs';
import { hashOf, inProject } from './project.mjs';
import { runNode } from './run-node.mjs';

const folder = inProject('data', 'look');
/** Sources of the seeded world. */
const worldSources = ['server', 'domain', 'contract', 'test/look/fixed-portal.ts', 'package-lock.json'];

/**
 * `npm run look`                  every picture, compared with the last accepted one
 * `npm run look -- --grep todo`   some of them, by a part of their names; `@published` are those of docs/look
 * `npm run look -- --pictures`      without axe, in half the time
 * `npm run look -- --accept`      what is seen now is what should be
 * `npm run look -- --publish`     accepted pictures, small, to docs/look
 */
export async function runLook(args) {
  const { accept, publish, pictures, playwright } = readLookOptions(args);
  if (publish) return await runNode(['e2e/look/publish.ts', folder]);
  const browser = ensureBrowser();
  await ensureWeb();
  const isFirst = !existsSync(inProject('data', 'look', 'accepted'));
  if (isFirst)
    console.log('尚无已认可的图片，本次全部认可。 No picture is accepted yet: all of this run are.');
  const updates = accept || isFirst ? ['--update-snapshots=all'] : [];
  const ports = [await findFreePort(), await findFreePort(), await findFreePort(), await findFreePort()];
  const env = {
    BROWSER_PATH: browser,
    LOOK_AXE: pictures ? '0' : '1',
    LOOK_RUN: String(process.pid),
    LOOK_DATA_DIR: folder,
    LOOK_PORTS: ports.join(','),
    LOOK_WORLD: hashOf(worldSources).slice(0, 12),
  };
  const cli = inProject('node_modules', '@playwright', 'test', 'cli.js');
  const config = ['--config', inProject('look.config.ts')];
  const code = await runNode([cli, 'test', ...config, ...updates, ...playwright], { env });
  console.log(`\n${inProject('data', 'look', 'report', 'index.html')}`);
  return code;
}

/** The options of the command, and what is handed on to Playwright. */
export function readLookOptions(args) {
  const { accept, publish, pictures, grep, width } = readCommand('look', args).values;
  const playwright = [
    ...(grep === undefined ? [] : ['--grep', grep]),
    ...width.flatMap((name) => ['--project', name]),
  ];
  return { accept, publish, pictures, playwright };
}
