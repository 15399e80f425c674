import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '#test/world/backups.ts';
import { startPortal } from '#test/world/portal-process.ts';
import { createTwoRoles, type TwoRoles } from '#test/world/two-roles.ts';

/**
 * Tests an office whose tables belong to one role while the portal uses another, restored from its backup
 * (0172).
 */

const folder = mkdtempSync(join(tmpdir(), 'banjian-two-roles-'));
const [originalRoles, newRoles] = [await createTwoRoles(), await createTwoRoles()];
afterAll(async () => {
  await originalRoles.drop();
  await newRoles.drop();
  rmSync(folder, { recursive: true });
});

const settings = (roles: TwoRoles, dataDir: string) => ({
  PORTAL_MODE: 'production',
  DATA_DIR: join(folder, dataDir),
  DATABASE_URL: roles.urlOf(roles.portal),
});
const asOwner = (roles: TwoRoles, dataDir: string) => ({
  ...settings(roles, dataDir),
  DATABASE_OWNER_URL: roles.urlOf(roles.owner),
});

test('the portal starts with its own role after a restore by the owner role', async () => {
  const first = await startPortal(asOwner(originalRoles, 'lost'));
  expect(first.address, first.output()).toBeDefined();
  expect(await first.stop()).toBe(0);
  const [backups, keys] = [join(folder, 'backups'), join(folder, 'keys')];
  const made = await runCommand(
    'server/commands/backup-main.ts',
    [backups, '--keys', keys],
    asOwner(originalRoles, 'lost'),
  );
  expect(made.code, made.output).toBe(0);
  const restored = await runCommand(
    'server/commands/restore-main.ts',
    [backups, '--keys', keys],
    asOwner(newRoles, 'anew'),
  );
  expect(restored.code, restored.output).toBe(0);

  const restarted = await startPortal(settings(newRoles, 'anew'));
  expect(restarted.address, restarted.output()).toBeDefined();
  expect((await fetch(`${restarted.address}/readyz`)).status).toBe(200);
  expect(await restarted.stop()).toBe(0);
});
