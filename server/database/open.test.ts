import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase } from '#test/world/database.ts';
import { connect } from './connect.ts';
import { openDatabase } from './open.ts';

let dataDir = '';

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'banjian-open-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

describe('openDatabase', () => {
  test('makes, migrates and reopens the embedded database; a second opening changes nothing', async () => {
    const first = await openDatabase({ dataDir, databaseUrl: undefined });
    expect(first.migrated).toContain('0001-platform');
    const beside = await openDatabase({ dataDir, databaseUrl: undefined }, { share: true });
    expect(beside.url).toBe(first.url);
    await beside.close();
    await first.close();
    const second = await openDatabase({ dataDir, databaseUrl: undefined });
    expect(second.migrated).toEqual([]);
    await second.close();
  });

  test('runs on the PostgreSQL that DATABASE_URL names', async () => {
    const other = await createEmptyDatabase();
    const opened = await openDatabase({ dataDir, databaseUrl: other.url });
    expect(opened.migrated).toContain('0001-platform');
    await opened.close();
    await other.drop();
  });
});

describe('connect', () => {
  test('says which database cannot be reached, without its password', async () => {
    const attempt = connect('postgres://clerk:secret@127.0.0.1:1/portal', { patienceMs: 300 });
    const words = await attempt.catch((error: Error) => error.message);
    expect(words).toContain('连接不上数据库 clerk@127.0.0.1:1/portal');
    expect(words).toContain('cannot be reached');
    expect(words).not.toContain('secret');
  });

  test('waits for no second try when the password is wrong', async () => {
    const other = await createEmptyDatabase();
    const wrong = other.url.replace(/:[^:@/]+@/, ':guess@');
    const since = performance.now();
    await expect(connect(wrong)).rejects.toThrow('password authentication failed');
    expect(performance.now() - since).toBeLessThan(3000);
    await other.drop();
  });
});
