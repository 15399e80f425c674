import { writeXlsx } from 'hucre/xlsx';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { audit } from '#contract/audit.ts';
import { configurationBundle } from '#contract/configuration-bundle.ts';
import { installation } from '#contract/installation.ts';
import { grants, people, peopleSheet } from '#contract/people.ts';
import { roleEditing } from '#contract/role-editing.ts';
import { substitutes } from '#contract/substitutes.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { lockAccounts } from '#server/modules/access/rights/service.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import { signWithForeignKey } from '#test/world/foreign-bundle.ts';
import { testOffice } from '#test/world/office.ts';
import { rolesOf } from '#test/world/roles-of.ts';
import { digestOfRoles } from './dialog-digests.ts';

/**
 * Tests over HTTP every way by which permissions of two of the three administrators could be joined
 * (docs/decisions/0057). After each of them no person of the office, in service or not, and no role joins
 * two.
 */

const office = await testOffice({ max: 12 });
const { db, config } = office.context;
const [system, security, matters] = [office.as('tianye'), office.as('dongmei'), office.as('shenjie')];
const separationProblem = expect.stringContaining('三员分立');

afterEach(async () => {
  config.separateDuties = true;
  // The number of card comparisons in an hour is limited.
  await db.deleteFrom('rate_limits').execute();
  expect((await system.done(installation.show)).access.joined).toEqual([]);
});

/** Identity numbers of the demo, as on the cards of the people who are granted roles. */
const cards: Record<string, string> = {
  tianye: '330127198612259979',
  yuanyuan: '330127198404279967',
  jiangtao: '330127198808089975',
};

const setRoles = async (account: string, roles: string[]) => {
  const id = `staff-${account}`;
  const digest = digestOfRoles(await rolesOf(db, id));
  return await security.call(grants.set, {
    params: { id },
    body: { roles, digest, idCard: cards[account], leavesTasks: true },
  });
};

const editRole = async (code: string, permissions: string[]) => {
  const params = { code };
  const { name, menus, digest } = await security.done(roleEditing.detail, { params });
  return await security.call(roleEditing.edit, { params, body: { name, menus, permissions, digest } });
};

const createRole = (code: string, permissions: string[]) =>
  security.done(roleEditing.create, { body: { code, name: `角色${code}`, menus: [], permissions } });

const messagesOf = ({ body }: Awaited<ReturnType<typeof setRoles>>) =>
  body.problems?.map(({ message }) => message) ?? [body.errmsg];

beforeAll(async () => {
  // A role whose holder has a number gets no administrator permission at all, so that the rule of the duties
  // would not be reached.
  const none = { id_card_sealed: null, id_card_digest: null };
  await db.updateTable('staff').set(none).where('account', '=', 'hudong').execute();
  await createRole('spare', ['calendar:manage']);
  await createRole('other', ['calendar:manage']);
});

/**
 * Runs the work while the security administrator may also manage accounts, like the first administrator in
 * production.
 */
async function withBothAdministratorRoles<Result>(work: () => Promise<Result>): Promise<Result> {
  const both = { staff_id: 'staff-dongmei', role_code: 'system-admin' };
  await db.insertInto('staff_roles').values(both).execute();
  try {
    return await work();
  } finally {
    await db
      .deleteFrom('staff_roles')
      .where((row) => row.and(both))
      .execute();
  }
}

const pairs = [
  ['system-admin', 'audit-admin'],
  ['security-admin', 'audit-admin'],
  ['system-admin', 'security-admin'],
];

describe('separation of duties for granted roles', () => {
  test.each(pairs)('refuses roles granted together: %s and %s', async (...roles) => {
    expect(messagesOf(await setRoles('hudong', ['handler', ...roles]))).toEqual([separationProblem]);
  });

  test.each(pairs)('refuses roles granted one after the other: %s, then %s', async (first, second) => {
    expect((await setRoles('jiangtao', [first])).status).toBe(200);
    expect(messagesOf(await setRoles('jiangtao', [first, second]))).toEqual([separationProblem]);
    expect((await setRoles('jiangtao', ['handler'])).status).toBe(200);
  });

  test('refuses a pair that was held before the separation was switched on and lost one role', async () => {
    config.separateDuties = false;
    expect((await setRoles('hudong', ['system-admin', 'audit-admin'])).status).toBe(200);
    config.separateDuties = true;
    expect((await setRoles('hudong', ['system-admin'])).status).toBe(200);
    expect(messagesOf(await setRoles('hudong', ['system-admin', 'audit-admin']))).toEqual([
      separationProblem,
    ]);
    expect((await setRoles('hudong', ['handler'])).status).toBe(200);
  });
});

describe('separation of duties for a changed role', () => {
  test.each([
    ['system:operate'],
    ['security:manage'],
    ['staff:manage'],
    ['organisation:manage'],
    ['role:manage'],
  ])('refuses a change that joins duties of a holder: %s together with the audit', async (permission) => {
    expect((await setRoles('yuanyuan', ['audit-admin', 'spare'])).status).toBe(200);
    expect(messagesOf(await editRole('spare', ['calendar:manage', permission]))).toContainEqual(
      separationProblem,
    );
    expect((await setRoles('yuanyuan', ['audit-admin'])).status).toBe(200);
  });

  test('refuses a change that joins duties of a disabled holder', async () => {
    expect((await setRoles('jiangtao', ['audit-admin', 'spare'])).status).toBe(200);
    expect(messagesOf(await editRole('spare', ['system:operate']))).toContainEqual(separationProblem);
    expect((await setRoles('jiangtao', ['handler'])).status).toBe(200);
  });

  test('refuses a role with permissions of two administrators, created or changed', async () => {
    const body = { code: 'two', name: '两员', menus: [], permissions: ['staff:manage', 'security:manage'] };
    expect(messagesOf(await security.call(roleEditing.create, { body }))).toEqual([separationProblem]);
    expect(messagesOf(await editRole('spare', ['organisation:manage', 'audit:read']))).toEqual([
      separationProblem,
    ]);
    expect(messagesOf(await editRole('audit-admin', ['audit:read', 'system:operate']))).toContainEqual(
      separationProblem,
    );
  });

  test('adds no administrator permission to a role by a bundle import', async () => {
    const bundle = await security.done(configurationBundle.exportBundle, { query: { parts: 'roles' } });
    const file = await signWithForeignKey(bundle.file, (files) => {
      const [name = ''] = Object.keys(files).filter((path) => path !== 'manifest.json');
      files[name] = (files[name] ?? '').replaceAll('"calendar:manage"', '"staff:manage","audit:read"');
    });
    const preview = await security.done(configurationBundle.preview, { body: { file, parts: ['roles'] } });
    const body = { file, parts: ['roles'], digest: preview.digest, signer: preview.source.signer };
    expect((await security.call(configurationBundle.apply, { body })).status).toBe(200);
    const permissionsOf = async (code: string) =>
      (await security.done(roleEditing.detail, { params: { code } })).permissions;
    expect(await permissionsOf('spare')).toEqual(['calendar:manage']);
  });
});

describe('separation of duties for a person', () => {
  const entry = { account: 'newcomer', name: '新来', orgId: '330127-xfj' };

  test('refuses a new person with two administrator roles', async () => {
    const roles = ['security-admin', 'audit-admin'];
    await withBothAdministratorRoles(async () => {
      expect(messagesOf(await security.call(people.create, { body: { ...entry, roles } }))).toEqual([
        separationProblem,
      ]);
    });
  });

  test('refuses an imported person, even when the role was changed after the preview', async () => {
    const rows = [
      ['*账号', '*姓名', '*机构编码', '角色'],
      ['newcomer', '新来', '330127-xfj', '审计管理员、角色other'],
    ];
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: '人员', rows }] })).toString('base64');
    await withBothAdministratorRoles(async () => {
      const { digest, problems } = await security.done(peopleSheet.preview, { body: { file } });
      expect(problems).toEqual([]);
      expect((await editRole('other', ['system:operate'])).status).toBe(200);
      const answer = await security.call(peopleSheet.apply, { body: { file, digest } });
      expect((await editRole('other', ['calendar:manage'])).status).toBe(200);
      expect(messagesOf(answer)).toEqual([separationProblem]);
    });
  });

  test('refuses to enable a person who left with two administrator roles', async () => {
    config.separateDuties = false;
    expect((await setRoles('jiangtao', ['system-admin', 'audit-admin'])).status).toBe(200);
    config.separateDuties = true;
    const enabled = () => system.call(accounts.enable, { params: { id: 'staff-jiangtao' } });
    expect(messagesOf(await enabled())).toEqual([separationProblem]);
    expect((await setRoles('jiangtao', ['handler'])).status).toBe(200);
  });

  test('gives a substitute no permission of the absent administrator', async () => {
    const days = { startsOn: '2026-03-02', endsOn: '2026-03-06', reason: '出差', takesOpen: true };
    const body = { absentId: 'staff-yuanyuan', substituteId: 'staff-tianye', ...days };
    await matters.call(substitutes.setForOther, { body });
    await office.as('yuanyuan').call(substitutes.set, { body: { substituteId: 'staff-tianye', ...days } });
    expect((await system.call(audit.list)).status).toBe(403);
    expect((await office.as('yuanyuan').call(installation.show)).status).toBe(403);
  });
});

describe('separation of duties under concurrent changes', () => {
  /**
   * Sends all requests while another transaction has the lock of accounts, so that none is checked before
   * another has been written.
   */
  async function sendConcurrently(...requests: (() => Promise<Awaited<ReturnType<typeof setRoles>>>)[]) {
    let answers: Promise<Awaited<ReturnType<typeof setRoles>>[]> | undefined;
    await inTransaction(db, async (tx) => {
      await lockAccounts(tx);
      answers = Promise.all(requests.map((send) => send()));
      await waitForBlockedQuery(db, requests.length);
    });
    const all = (await answers) ?? [];
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status !== 200).flatMap(messagesOf)).toContainEqual(separationProblem);
  }

  test('accepts only one of a role grant and a change of this role', async () => {
    await sendConcurrently(
      () => setRoles('yuanyuan', ['audit-admin', 'spare']),
      () => editRole('spare', ['system:operate']),
    );
    expect((await setRoles('yuanyuan', ['audit-admin'])).status).toBe(200);
    expect((await editRole('spare', ['calendar:manage'])).status).toBe(200);
  });

  test('accepts only one of the changes of two roles of one person', async () => {
    expect((await setRoles('hudong', ['spare', 'other'])).status).toBe(200);
    await sendConcurrently(
      () => editRole('spare', ['system:operate']),
      () => editRole('other', ['security:manage']),
    );
    for (const code of ['spare', 'other'])
      expect((await editRole(code, ['calendar:manage'])).status).toBe(200);
    expect((await setRoles('hudong', ['handler'])).status).toBe(200);
  });

  test('accepts only one of the creation of a person with a role and a change of this role', async () => {
    await withBothAdministratorRoles(() =>
      sendConcurrently(
        () =>
          security.call(people.create, {
            body: { account: 'third', name: '第三', orgId: '330127-xfj', roles: ['audit-admin', 'spare'] },
          }),
        () => editRole('spare', ['staff:manage']),
      ),
    );
  });
});
