import { afterEach, describe, expect, test } from 'vitest';
import { installation } from '#contract/installation.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { testOffice } from '#test/world/office.ts';
import { checkAccess } from './doctor/check-access.ts';
import { insertInstallationMark } from './queries.ts';

/**
 * Tests that duties joined before the rule, or while it was off, are reported to operators
 * (docs/decisions/0057).
 */

const office = await testOffice();
const { db, config } = office.context;
await inTransaction(db, (tx) => insertInstallationMark(tx, 'production', office.clock.now));
const joinedPerson = {
  kind: 'person',
  code: 'tianye',
  name: '田野',
  duties: '系统管理、安全审计',
  objectId: 'staff-tianye',
};
const joinedRole = {
  kind: 'role',
  code: 'both',
  name: '兼任',
  duties: '安全管理、安全审计',
  objectId: 'both',
};

const joinDuties = async () => {
  await db.insertInto('staff_roles').values({ staff_id: 'staff-tianye', role_code: 'audit-admin' }).execute();
  await db.insertInto('roles').values({ code: 'both', name: '兼任' }).execute();
  await db
    .insertInto('role_permissions')
    .values(['security:manage', 'audit:read'].map((permission) => ({ role_code: 'both', permission })))
    .execute();
};

afterEach(async () => {
  config.separateDuties = true;
  await db
    .deleteFrom('staff_roles')
    .where('staff_id', '=', 'staff-tianye')
    .where('role_code', '=', 'audit-admin')
    .execute();
  await db.deleteFrom('roles').where('code', '=', 'both').execute();
});

const accessState = async () => (await office.as('tianye').done(installation.show)).access;

describe('joined duties', () => {
  test('do not exist in a new office', async () => {
    expect(await accessState()).toMatchObject({ separatesDuties: true, joined: [] });
    expect((await checkAccess(db, config)).map(({ chinese }) => chinese).join()).not.toContain('兼任：');
  });

  test('are listed for a person and a role on 系统运行 and in the health checks', async () => {
    await joinDuties();
    config.separateDuties = false;
    expect(await accessState()).toMatchObject({ separatesDuties: false, joined: [joinedPerson, joinedRole] });
    const text = (await checkAccess(db, config)).map(({ chinese }) => chinese).join();
    expect(text).toContain('田野（tianye，系统管理、安全审计）、角色兼任（both，安全管理、安全审计）');
  });
});

test('a unified login that skips the second factor is reported when the policy allows it', async () => {
  const withSignOn = {
    ...config,
    signOn: { ...config.signOn, provider: { kind: 'simulator', protocol: 'oidc' } },
  } as const;
  const isReported = async () =>
    (await checkAccess(db, withSignOn)).some(({ chinese }) => chinese.includes('登录后不要求二次验证'));
  expect(await isReported()).toBe(false);
  await db.updateTable('login_policy').set({ second_factor_after_sign_on: false }).execute();
  expect(await isReported()).toBe(true);
});
