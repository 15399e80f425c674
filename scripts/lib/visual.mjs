import { existsSync } from 'node:fs';
import { ensureBrowser } from './browser.mjs';
import { findFreePort } from './free-port.mjs';
import { readCommand } from './options.mjs';
import { ensureWeb } from './prepare.mjs';
import { hashOf, inProject } from './project.mjs';
import { runNode } from './run-node.mjs';

const folder = inProject('data', 'visual');
/** Sources of the seeded data. */
const worldSources = ['server', 'domain', 'contract', 'test/visual/fixed-portal.ts', 'package-lock.json'];

/**
 * `npm run test:visual`                  every picture, compared with the last accepted one
 * `npm run test:visual -- --grep todo`   some of them, by a part of their names; `@published` are those of docs/visual
 * `npm run test:visual -- --pictures`      without axe, in half the time
 * `npm run test:visual -- --accept`      accepts the current pictures
 * `npm run test:visual -- --publish`     accepted pictures, small, to docs/visual
 */
export async function runVisual(args) {
  const { accept, publish, pictures, playwright } = readVisualOptions(args);
  if (publish) return await runNode(['e2e/visual/publish.ts', folder]);
  const browser = ensureBrowser();
  await ensureWeb();
  const isFirst = !existsSync(inProject('data', 'visual', 'accepted'));
  if (isFirst)
    console.log('尚无已认可的图片，本次全部认可。 No picture is accepted yet: all of this run are.');
  const updates = accept || isFirst ? ['--update-snapshots=all'] : [];
  const ports = [await findFreePort(), await findFreePort(), await findFreePort(), await findFreePort()];
  const env = {
    BROWSER_PATH: browser,
    VISUAL_AXE: pictures ? '0' : '1',
    VISUAL_RUN: String(process.pid),
    VISUAL_DATA_DIR: folder,
    VISUAL_PORTS: ports.join(','),
    VISUAL_WORLD: hashOf(worldSources).slice(0, 12),
  };
  const cli = inProject('node_modules', '@playwright', 'test', 'cli.js');
  const config = ['--config', inProject('visual.config.ts')];
  const code = await runNode([cli, 'test', ...config, ...updates, ...playwright], { env });
  console.log(`\n${inProject('data', 'visual', 'report', 'index.html')}`);
  return code;
}

/** Returns the options of the command, and those for Playwright. */
function readVisualOptions(args) {
  const { accept, publish, pictures, grep, width } = readCommand('test:visual', args).values;
  const playwright = [
    ...(grep === undefined ? [] : ['--grep', grep]),
    ...width.flatMap((name) => ['--project', name]),
  ];
  return { accept, publish, pictures, playwright };
}
