import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase } from '#test/world/database.ts';
import { connect } from './connect.ts';
import { checkKnownMigrations, findNewerMigrations, findPending, migrate } from './migrate.ts';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let folder = '';

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'banjian-migrations-'));
  await writeFile(
    join(folder, '0001-pots.sql'),
    'create table pots (id int);\ncreate table lids (id int);\n',
  );
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function hasTable(name: string): Promise<boolean> {
  const found = await database.pool.query('select to_regclass($1) is not null as there', [name]);
  return found.rows[0].there;
}

describe('migrate', () => {
  test('applies every migration once, in order', async () => {
    await writeFile(join(folder, '0002-more.sql'), 'alter table pots add column grams int;');
    expect(await migrate(database.db, folder)).toEqual(['0001-pots', '0002-more']);
    expect(await migrate(database.db, folder)).toEqual([]);
    expect(await hasTable('lids')).toBe(true);
  });

  test('applies migrations once when several processes start concurrently', async () => {
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.db, folder)));
    expect(runs.flat()).toEqual(['0001-pots']);
  });

  test('waits for another process without a time limit', async () => {
    const second = await connect(database.url, { max: 1 });
    // Instead of the usual time limit of a minute.
    await second.pool.query('set statement_timeout = 100');
    const first = await database.pool.connect();
    await first.query('begin');
    await first.query('select pg_advisory_xact_lock(4120502)');
    const waiting = migrate(second.db, folder);
    await setTimeout(300);
    await first.query('commit');
    first.release();
    expect(await waiting).toEqual(['0001-pots']);
    await second.close();
  });

  test('rolls back a migration that fails in the middle, and names it', async () => {
    await writeFile(join(folder, '0002-broken.sql'), 'create table half (id int); select nonsense;');
    await expect(migrate(database.db, folder)).rejects.toThrow('数据库升级 0002-broken 失败');
    expect(await hasTable('half')).toBe(false);
    expect(await hasTable('pots')).toBe(true);
  });

  test('refuses a migration that was changed after it had been applied', async () => {
    await migrate(database.db, folder);
    await writeFile(join(folder, '0001-pots.sql'), 'create table pots (id bigint);');
    await expect(migrate(database.db, folder)).rejects.toThrow('0001-pots 在执行之后被改动过');
  });

  test('accepts a database whose migration differs only in a comment', async () => {
    const own = join(import.meta.dirname, 'migrations');
    await rm(join(folder, '0001-pots.sql'));
    for (const file of await readdir(own)) {
      if (file > '0058-look-of-no-choice.sql') continue;
      const text = await readFile(join(own, file), 'utf8');
      await writeFile(join(folder, file), text.replace('(docs/decisions/0153)', '(docs/decisions/0152)'));
    }
    expect((await migrate(database.db, folder)).at(-1)).toBe('0058-look-of-no-choice');
    const pending = await findPending(database.db);
    expect(pending[0]).toBe('0059-public-pictures');
    expect(await migrate(database.db)).toEqual(pending);
  });

  test('ignores different line endings', async () => {
    await migrate(database.db, folder);
    const text = 'create table pots (id int);\r\ncreate table lids (id int);\r\n';
    await writeFile(join(folder, '0001-pots.sql'), text);
    expect(await migrate(database.db, folder)).toEqual([]);
  });

  test('refuses a database that is newer than the program', async () => {
    await writeFile(join(folder, '0002-later.sql'), '-- contract: nobody asks for pots\ndrop table pots;');
    await migrate(database.db, folder);
    await rm(join(folder, '0002-later.sql'));
    await expect(migrate(database.db, folder)).rejects.toThrow('数据库比程序新');
  });

  test('accepts a newer database with only additions', async () => {
    await writeFile(join(folder, '0002-later.sql'), 'create table spoons (id int);');
    await migrate(database.db, folder);
    await rm(join(folder, '0002-later.sql'));
    expect(await migrate(database.db, folder)).toEqual([]);
    expect(await findNewerMigrations(database.db, folder)).toEqual(['0002-later']);
  });

  test('reports that a backup is newer, not the database', async () => {
    await expect(checkKnownMigrations([{ name: '9999-later', checksum: '' }])).rejects.toThrow(
      /^备份比程序新.*9999-later/,
    );
  });

  test('refuses migration numbers with a gap', async () => {
    await writeFile(join(folder, '0003-gap.sql'), 'select 1;');
    await expect(migrate(database.db, folder)).rejects.toThrow('0003-gap.sql should be number 0002');
  });

  test('brings an empty database to the version of this program', async () => {
    const files = await readdir(join(import.meta.dirname, 'migrations'));
    expect(await migrate(database.db)).toHaveLength(files.filter((name) => name.endsWith('.sql')).length);
  });
});
