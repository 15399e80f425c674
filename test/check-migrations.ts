/**
 * Checks that the migrations are numbered without a gap, with the same check as a start, and that those which
 * remove something the previous release uses are marked; part of `npm run check`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '#server/kernel/database/migrate.ts';
import { findContractions } from './contractions.ts';

const root = join(import.meta.dirname, '..');
/** The last migration of the newest release: every installation already has the changes up to it. */
const { schema: released } = JSON.parse(readFileSync(join(root, 'test', 'releases', 'newest.json'), 'utf8'));

try {
  const migrations = await readMigrations(join(root, 'server', 'kernel', 'database', 'migrations'));
  for (const { name, text, contracts } of migrations) {
    if (name <= released) continue;
    const found = contracts ? [] : findContractions(text);
    for (const line of found) console.error(`${name} ${line}`);
    if (found.length > 0) {
      console.error(
        'The previous release runs at the same time as this one: add now, remove in the next release (docs/decisions/0174).',
      );
      process.exitCode = 1;
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
