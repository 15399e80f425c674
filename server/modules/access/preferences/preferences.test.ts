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
  test('needs a session', async () => {
    expect((await portal.call(path, { json: { theme: 'elder' } })).status).toBe(401);
  });

  test('refuses a look that there is not, and a tour that is begun anew', async () => {
    const { body } = await save({ theme: 'dark', tourEnded: false });
    expect(body.problems).toMatchObject([{ field: 'theme' }, { field: 'tourEnded' }]);
  });

  test('keeps the look and the end of the tour apart, each for the one person, on every machine', async () => {
    expect(await whoIs('zhang')).toMatchObject({ theme: null, tourEnded: false });
    expect((await save({ theme: 'elder' })).body.errcode).toBe(0);
    expect(await whoIs('zhang')).toMatchObject({ theme: 'elder', tourEnded: false });
    expect((await save({ tourEnded: true })).body.errcode).toBe(0);
    expect(await whoIs('zhang')).toMatchObject({ theme: 'elder', tourEnded: true });
    expect((await save({ theme: 'standard' })).body.errcode).toBe(0);
    expect(await whoIs('zhang')).toMatchObject({ theme: 'standard', tourEnded: true });
    expect(await whoIs('li')).toMatchObject({ theme: null, tourEnded: false });
  });

  test('says of somebody who has chosen no look that there is none, also where they have chosen something else', async () => {
    const li = await portal.signIn('li');
    expect((await portal.call(path, { token: li, json: { tourEnded: true } })).body.errcode).toBe(0);
    expect(await whoIs('li')).toMatchObject({ theme: null, tourEnded: true });
    const { createLoginSteps: loginOf } = await import('#test/world/login.ts');
    expect((await loginOf(portal).logIn({ username: 'li' })).body.data).toMatchObject({ theme: null });
  });

  test('is told with the login, so that the first page already looks so', async () => {
    await save({ theme: 'elder' });
    const { createLoginSteps: loginOf } = await import('#test/world/login.ts');
    const answer = await loginOf(portal).logIn({ username: 'zhang' });
    expect(answer.body.data).toMatchObject({ theme: 'elder' });
  });

  test('leaves a link in the trail', async () => {
    const links = await portal.context.db
      .selectFrom('audit_links')
      .select('action')
      .where('chain', 'like', 'preferences:%')
      .execute();
    expect(links.length).toBeGreaterThanOrEqual(4);
    expect(new Set(links.map(({ action }) => action))).toEqual(new Set(['preferences.save']));
  });
});
