import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyOffice } from './prepared-office.mjs';

test('a copy of a prepared office is the same but for the port of its database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'banjian-office-'));
  try {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    const connection = join('postgres', 'cluster', 'connection.json');
    mkdirSync(join(from, 'postgres', 'cluster'), { recursive: true });
    mkdirSync(to);
    writeFileSync(join(from, connection), JSON.stringify({ port: 1, password: 'secret' }));
    writeFileSync(join(from, 'folders.json'), '{"mark":1}');
    await copyOffice(from, to);
    const { port, ...known } = JSON.parse(readFileSync(join(to, connection), 'utf8'));
    expect(port).toBeGreaterThan(1024);
    expect(known).toEqual({ password: 'secret' });
    expect(readFileSync(join(to, 'folders.json'), 'utf8')).toBe('{"mark":1}');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
