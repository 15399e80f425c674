import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '#test/world/backups.ts';

/** Tests arguments of backup and restore from an operator's script with an unset variable. */

const folder = mkdtempSync(join(tmpdir(), 'banjian-names-'));
afterAll(() => rmSync(folder, { recursive: true }));
const root = join(folder, 'backups');

test.each<[string, string[]]>([
  ['backup', ['']],
  ['backup', [root, '--keys', '']],
  ['backup', ['--check', '']],
  ['restore', ['']],
  ['restore', [root, '--into', '']],
  ['restore', [root, '--keys', '']],
])('%s rejects the arguments %j with its usage text', async (name, args) => {
  const result = await runCommand(`server/commands/${name}-main.ts`, args, {
    DATA_DIR: join(folder, 'data'),
  });
  expect(result.code, result.output).toBe(2);
  expect(result.output).toContain('用法');
  expect(readdirSync(folder)).toEqual([]);
});
