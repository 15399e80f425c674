import { describe, expect, test } from 'vitest';
import { addPeople, testPortal } from '#test/world/portal.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
]);
const path = '/api/preferences';
const token = await portal.signIn('zhang');
const save = (json: object) => portal.call(path, { token, json });
const whoIs = async (account: string) =>
  (await portal.call('/sys/whoim', { token: await portal.signIn(account) })).body.data;

describe('POST /api/preferences', () => {
  test('requires a session', async () => {
    expect((await portal.call(path, { json: { theme: 'elder' } })).status).toBe(401);
  });

  test('refuses an unknown theme and restarting a tour', async () => {
    const { body } = await save({ theme: 'dark', tourEnded: false });
    expect(body.problems).toMatchObject([{ field: 'theme' }, { field: 'tourEnded' }]);
  });

  test('stores the theme and the end of the tour separately for each person', async () => {
    expect(await whoIs('zhang')).toMatchObject({ theme: null, tourEnded: false });
    expect((await save({ theme: 'elder' })).body.errcode).toBe(0);
    expect(await whoIs('zhang')).toMatchObject({ theme: 'elder', tourEnded: false });
    expect((await save({ tourEnded: true })).body.errcode).toBe(0);
    expect(await whoIs('zhang')).toMatchObject({ theme: 'elder', tourEnded: true });
    expect((await save({ theme: 'standard' })).body.errcode).toBe(0);
    expect(await whoIs('zhang')).toMatchObject({ theme: 'standard', tourEnded: true });
    expect(await whoIs('li')).toMatchObject({ theme: null, tourEnded: false });
  });

  test('leaves the theme empty for a person who has saved only something else', async () => {
    const li = await portal.signIn('li');
    expect((await portal.call(path, { token: li, json: { tourEnded: true } })).body.errcode).toBe(0);
    expect(await whoIs('li')).toMatchObject({ theme: null, tourEnded: true });
    const { createLoginSteps: loginOf } = await import('#test/world/login.ts');
    expect((await loginOf(portal).logIn({ username: 'li' })).body.data).toMatchObject({ theme: null });
  });

  test('stores the theme that the login returns', async () => {
    await save({ theme: 'elder' });
    const { createLoginSteps: loginOf } = await import('#test/world/login.ts');
    const answer = await loginOf(portal).logIn({ username: 'zhang' });
    expect(answer.body.data).toMatchObject({ theme: 'elder' });
  });

  test('adds a record to the audit log', async () => {
    const links = await portal.context.db
      .selectFrom('audit_links')
      .select('action')
      .where('chain', 'like', 'preferences:%')
      .execute();
    expect(links.length).toBeGreaterThanOrEqual(4);
    expect(new Set(links.map(({ action }) => action))).toEqual(new Set(['preferences.save']));
  });
});
