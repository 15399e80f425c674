/**
 * `npm run record-release`: runs the API tests of this tree, records the portal's database statements
 * meanwhile, and makes this tree the newest release, against which the next one is checked
 * (docs/decisions/0174).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readMigrations } from '#server/kernel/database/migrate.ts';
import { mergeRecordings } from './statements.ts';

const root = join(import.meta.dirname, '..', '..');
const schema =
  (await readMigrations(join(root, 'server', 'kernel', 'database', 'migrations'))).at(-1)?.name ?? '';
const folder = mkdtempSync(join(tmpdir(), 'banjian-statements-'));
try {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const calls = ['--project', 'calls', '--project', 'waiting'];
  const suite = spawn(process.execPath, [vitest, 'run', ...calls, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, RECORD_STATEMENTS: folder },
    stdio: 'inherit',
  });
  const [code] = await once(suite, 'close');
  if (code !== 0) console.warn('Some tests failed: their statements are not in the recording.');
  const statements = mergeRecordings(folder);
  for (const name of readdirSync(import.meta.dirname))
    if (name.endsWith('.json.gz')) rmSync(join(import.meta.dirname, name));
  writeFileSync(join(import.meta.dirname, `${schema}.json.gz`), gzipSync(JSON.stringify(statements)));
  writeFileSync(join(import.meta.dirname, 'newest.json'), `{ "schema": "${schema}" }\n`);
  console.log(`${statements.length} statements of ${schema}`);
  process.exitCode = statements.length > 0 ? code : 1;
} finally {
  rmSync(folder, { recursive: true });
}
