import { describe, expect, test } from 'vitest';
import { createEmptyDatabase } from '#test/world/database.ts';
import { connect } from './connect.ts';

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
