import { expect, test } from 'vitest';
import { listLockedStaff } from '#server/modules/access/session/service.ts';
import { authenticatorCode } from '#test/world/authenticator.ts';
import { createLoginSteps } from '#test/world/login.ts';
import { addPeople, testPassword, testPortal } from '#test/world/portal.ts';

/** Tests a clock that ran a day ahead and is corrected: no person is locked out until the wrong time. */

const dayMs = 86_400_000;
const portal = await testPortal();
await addPeople(
  portal,
  ['zhang', 'locked', 'inside'].map((account) => ({ account, name: account })),
);
const { call, clock, context } = portal;
const { db } = context;
const { logIn } = createLoginSteps(portal);

test('a lockout under a wrong clock ends when the clock is corrected', async () => {
  clock.forward(dayMs);
  for (let index = 0; index < 20; index += 1) await logIn({ username: 'locked', password: 'Wrong-12345' });
  expect((await logIn({ username: 'locked' })).body.errcode).not.toBe(0);
  expect(await listLockedStaff(db, clock.now)).toContain('locked');
  clock.forward(-dayMs);
  expect(await listLockedStaff(db, clock.now)).not.toContain('locked');
  expect((await logIn({ username: 'locked' })).body).toMatchObject({ errcode: 0 });
});

test('an authenticator code is accepted once after the clock was set back, although a later code was used', async () => {
  await db.insertInto('second_factor_roles').values({ role_code: 'role-zhang' }).execute();
  const step = (path: string, json: object) => call(`/api/login/second-factor${path}`, { json });
  const beginHalfSession = async () =>
    ((await logIn({ username: 'zhang' })).body.data as unknown as { halfSession: string }).halfSession;
  clock.forward(dayMs);
  const halfSession = await beginHalfSession();
  const enrolment = await step('/enrolment', { halfSession });
  const { secret } = enrolment.body.data as unknown as { secret: string };
  await step('/enrolment/confirm', { halfSession, code: authenticatorCode(secret, clock.now) });
  clock.forward(-dayMs);
  const code = authenticatorCode(secret, clock.now);
  expect((await step('', { halfSession: await beginHalfSession(), code })).body).toMatchObject({
    errcode: 0,
  });
  expect((await step('', { halfSession: await beginHalfSession(), code })).body).toMatchObject({
    errcode: 40005,
  });
});

test('a session opened under a wrong clock continues, and a new sign-in works', async () => {
  clock.forward(dayMs);
  const token = await portal.signIn('inside');
  clock.forward(-dayMs);
  expect(await call('/sys/whoim', { token })).toMatchObject({ body: { errcode: 0 } });
  expect((await logIn({ username: 'inside', password: testPassword })).body).toMatchObject({ errcode: 0 });
});
