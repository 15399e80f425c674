/** Says whether the migrations are numbered without a gap, by the very check that a start makes; part of `npm run check`. */
import { join } from 'node:path';
import { readMigrations } from '#server/database/migrate.ts';

try {
  await readMigrations(join(import.meta.dirname, '..', 'server', 'database', 'migrations'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
