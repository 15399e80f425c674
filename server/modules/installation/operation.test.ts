import { expect, test } from 'vitest';
import { Permission } from '#domain/access/actor.ts';
import { keyFolder, readKeyFile } from '#server/context/key-files.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { markInstallation } from './service.ts';

const portal = await testPortal({ settings: { SMS_PROVIDER: 'none' } });
const { config, db } = portal.context;
await markInstallation(db, config, new Date('2026-03-01T00:00:00Z'));
await addPeople(portal, [
  { account: 'operator', name: '田野', permissions: [Permission.operateSystem] },
  { account: 'handler', name: '刘洋', permissions: [Permission.handle] },
]);

const path = '/api/administration/operation';

test('needs a session', async () => {
  expect((await portal.call(path)).body.errcode).toBe(401);
});

test('refuses others', async () => {
  const token = await portal.signIn('handler');
  expect((await portal.call(path, { token })).body.errcode).toBe(403);
});

test('tells the system administrator mode, versions, keys by fingerprint and what stands in for what', async () => {
  const token = await portal.signIn('operator');
  const { body, text } = await portal.call(path, { token });
  const data = body.data as unknown as Record<string, unknown> & { systems: { name: string }[] };
  expect(data).toMatchObject({
    mode: 'demo',
    markedAt: '2026-03-01T00:00:00.000Z',
    versions: {
      portal: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      node: process.versions.node,
      postgres: expect.stringMatching(/^\d+/),
      schema: expect.stringMatching(/^\d{4}-/),
    },
    process: { id: 'test' },
    keys: [{ name: 'audit.key' }, { name: 'encryption.key' }],
    files: 'disk',
  });
  const systemOf = (name: string) => data.systems.find((system) => system.name === name);
  expect(systemOf('sms')).toMatchObject({ connection: 'none', setting: 'SMS_PROVIDER' });
  expect(systemOf('chat')).toMatchObject({ label: '政务即时通讯', connection: 'twin' });
  expect(systemOf('sign-on')).toMatchObject({ connection: 'none' });
  for (const name of ['audit.key', 'encryption.key'] as const)
    expect(text).not.toContain(readKeyFile(keyFolder(config), name).toString('base64'));
});
