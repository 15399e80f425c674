import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { people } from '#contract/people.ts';
import { isPassword } from '#server/modules/access/session/password-hash.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const { db, crypto } = office.context;
const system = office.as('tianye');
/** All other people are refused: only the system administrator may make these calls. */
const others = { zhangwei: 403, wujianguo: 403, shenjie: 403, xiaohan: 403, dongmei: 403, yuanyuan: 403 };

const entry = {
  account: 'zhoulan',
  name: '周岚',
  title: '科员',
  orgId: '330127-xfj',
  departmentId: '330127-xfj-bxk',
  landing: '/todo',
  idCard: '33012719900101108x',
  mobile: '15405713333',
  positions: ['petition-examiner'],
  groups: ['petition-receivers'],
  windows: ['window-xf-1'],
};
const { idCard: _card, mobile: _mobile, ...values } = entry;

// Letters wait for the registering group, in which only Li Na may still handle matters.
await db.deleteFrom('staff_groups').where('staff_id', '<>', 'staff-lina').execute();

let letters = 0;
let counter = 0;
/** Creates a new person, a different one with each call. */
async function createNewPerson(more: Record<string, unknown> = {}) {
  counter += 1;
  const { idCard: _theirs, ...rest } = entry;
  return system.done(people.create, { body: { ...rest, account: `new-${counter}`, ...more } });
}

async function staffOf(id: string) {
  return db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function rightsOf(id: string) {
  const { rows } = await sql<{ keys: string[]; permissions: string[] }>`
    select keys, permissions from staff_rights where staff_id = ${id}`.execute(db);
  return rows[0];
}

async function lastAuditRecord() {
  return db
    .selectFrom('audit_links')
    .selectAll()
    .where('chain', '=', 'account')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
}

/** Returns the digest of a person's details, as loaded by the dialog. */
const digestOf = async (id: string) => (await system.done(people.detail, { params: { id } })).digest;

describeCalls(office, people, {
  create: {
    caller: 'tianye',
    request: { body: { ...entry, roles: [] } },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: {} }),
        expectedProblems: [
          ['account', '请输入账号'],
          ['name', '请输入姓名'],
          ['orgId', '请选择机构'],
        ],
      },
      {
        makeInvalid: () => ({
          body: {
            ...entry,
            account: 'lina',
            idCard: '330127199003129970',
            orgId: '330127-xfj-bxk',
            departmentId: '330127-zwb-ckk',
            positions: ['nothing'],
            groups: ['nothing'],
            windows: ['nothing'],
            roles: ['handler'],
          },
        }),
        expectedProblems: [
          ['account', '账号“lina”已被李娜使用'],
          ['idCard', '该身份证号已登记在张伟（zhangwei）名下'],
          ['orgId', '所选机构不存在，请重新选择'],
          ['departmentId', '所选部门不属于该机构，请重新选择'],
          ['positions', '所选岗位已不存在，请重新选择'],
          ['groups', '所选用户组已不存在，请重新选择'],
          ['windows', '所选窗口已不存在，请重新选择'],
          ['roles', '角色由安全管理员授予，请留空'],
        ],
      },
    ],
    checkAnswer: async ({ id, account, oneTimePassword }) => {
      expect(account).toBe('zhoulan');
      const person = await staffOf(id);
      expect(person).toMatchObject({
        name: '周岚',
        org_id: '330127-xfj',
        department_id: '330127-xfj-bxk',
        default_landing: '/todo',
        must_change_password: true,
        id_card_digest: crypto.searchHash('33012719900101108X'),
        disabled_at: null,
      });
      expect(crypto.open(person.mobile_sealed ?? '')).toBe('15405713333');
      expect(await isPassword(oneTimePassword, person.password_hash)).toBe(true);
      const { keys, permissions } = (await rightsOf(id)) ?? {};
      expect(permissions).toEqual([]);
      expect(keys).toEqual([
        `staff:${id}`,
        'org:330127-xfj',
        'department:330127-xfj-bxk',
        'position:petition-examiner',
        'group:petition-receivers',
        'window:window-xf-1',
      ]);
      expect(await lastAuditRecord()).toMatchObject({
        action: 'account.create',
        object_id: id,
        detail: { account: 'zhoulan', name: '周岚' },
      });
      // Neither the password nor a number is stored in answers or audit records.
      const all = JSON.stringify([
        await db.selectFrom('idempotency_keys').selectAll().execute(),
        await db.selectFrom('audit_links').selectAll().where('chain', '=', 'account').execute(),
      ]);
      for (const secret of [oneTimePassword, '15405713333', '33012719900101108'])
        expect(all).not.toContain(secret);
    },
  },
  detail: {
    caller: 'tianye',
    request: { params: { id: 'staff-zhangwei' } },
    refusedFor: others,
    checkAnswer: (person) => {
      expect(person).toMatchObject({
        account: 'zhangwei',
        mayRename: false,
        org: { id: '330127-xfj' },
        department: { id: '330127-xfj-bxk' },
        landing: '/workflow-new',
        mobile: '154****1037',
        idCardFault: null,
        windows: [{ id: 'window-xf-1' }],
      });
      expect(person.idCard).toBe('**************9970');
    },
  },
  offboardingCheck: {
    caller: 'tianye',
    request: async () => {
      letters += 1;
      await openDesk(office).start('zhangwei', petition(20 + letters));
      return { params: { id: 'staff-lina' } };
    },
    refusedFor: others,
    checkAnswer: (offboarding) => {
      expect(offboarding).toEqual({
        fault: null,
        onlyTheirs: letters,
        more: false,
        withOthers: 0,
        drafts: 0,
        substituteRules: 0,
        handOverUnfinished: false,
        // The group has people who were just created: without a role they have no permissions, but they count
        // as members.
        soleOf: [{ kind: 'window', name: expect.any(String) }],
        archiveOf: null,
        processes: [],
        sharedViews: 0,
        handOverBy: [{ name: '沈洁', orgName: expect.any(String) }],
      });
    },
  },
  edit: {
    caller: 'tianye',
    request: async () => {
      const { id, account } = await createNewPerson();
      return {
        params: { id },
        body: {
          ...values,
          account,
          name: '周兰',
          title: '副科长',
          mobile: '',
          windows: [],
          digest: await digestOf(id),
        },
      };
    },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: (right) => ({
          ...right,
          body: {
            ...entry,
            name: '',
            mobile: '1',
            idCard: '330127199003129970',
            digest: (right.body as { digest: string }).digest,
          },
        }),
        expectedProblems: [
          ['name', '请输入姓名'],
          ['mobile', '请输入正确的手机号'],
          ['account', '账号“zhoulan”已被周岚使用'],
          ['idCard', '该身份证号已登记在张伟（zhangwei）名下'],
        ],
      },
    ],
    checkAnswer: async (_answer, { params }) => {
      const id = params?.id ?? '';
      expect(await staffOf(id)).toMatchObject({ name: '周兰', title: '副科长', mobile_sealed: null });
      const { detail } = await lastAuditRecord();
      expect(detail).toMatchObject({
        name: '周岚 → 周兰',
        title: '科员 → 副科长',
        windows: 'window-xf-1 → 无',
        mobile: 'changed',
      });
      expect(Object.keys(detail as object)).not.toContain('orgId');
    },
  },
});

describe('a new person', () => {
  test('gets a one-time password that must be changed', async () => {
    const { account, oneTimePassword } = await createNewPerson();
    const person = await db
      .selectFrom('staff')
      .select(['must_change_password', 'password_hash'])
      .where('account', '=', account)
      .executeTakeFirstOrThrow();
    expect(person.must_change_password).toBe(true);
    expect(await isPassword(oneTimePassword, person.password_hash)).toBe(true);
  });

  test('is created once for repeated calls with one idempotency key', async () => {
    const sent = { body: { ...values, account: 'once-only' }, key: 'new-person-once' };
    const first = await system.call(people.create, sent);
    const again = await system.call(people.create, sent);
    expect(first.status).toBe(200);
    expect(again.text).toBe(first.text);
    const other = await system.call(people.create, {
      body: { ...values, account: 'another' },
      key: 'new-person-once',
    });
    expect(other.body.errcode).toBe(40901);
  });

  test('gets roles at once from an administrator who may also grant roles', async () => {
    await db
      .insertInto('staff_roles')
      .values({ staff_id: 'staff-tianye', role_code: 'security-admin' })
      .execute();
    const { id } = await createNewPerson({ roles: ['handler', 'handler'] });
    const unknown = await system.call(people.create, {
      body: { ...values, account: 'xx', roles: ['nothing'] },
    });
    await db
      .deleteFrom('staff_roles')
      .where('staff_id', '=', 'staff-tianye')
      .where('role_code', '=', 'security-admin')
      .execute();
    const roles = await db.selectFrom('staff_roles').select('role_code').where('staff_id', '=', id).execute();
    expect(roles).toEqual([{ role_code: 'handler' }]);
    expect(unknown.body.problems).toEqual([{ field: 'roles', message: '所选角色已不存在，请重新选择' }]);
  });

  test('is listed among the people without roles', async () => {
    const { account } = await createNewPerson();
    const { rows } = await system.done(accounts.list, { query: { state: 'no-role', size: '100' } });
    expect(rows.map((row) => row.account)).toContain(account);
    expect(rows.every(({ roles }) => roles.length === 0)).toBe(true);
  });
});

describe('an account', () => {
  test('can be renamed until its owner has signed in', async () => {
    const { id } = await createNewPerson();
    await system.done(people.edit, {
      params: { id },
      body: { ...values, account: 'renamed', digest: await digestOf(id) },
    });
    expect((await staffOf(id)).account).toBe('renamed');
    expect((await system.done(people.detail, { params: { id } })).mayRename).toBe(true);
    await db.updateTable('staff').set({ must_change_password: false }).where('id', '=', id).execute();
    const refused = await system.call(people.edit, {
      params: { id },
      body: { ...values, account: 'again', digest: await digestOf(id) },
    });
    expect(refused.body.problems).toEqual([{ field: 'account', message: '该账号已投入使用，不能改名' }]);
  });

  test('is not offered for a rename by others when it has an administrator role', async () => {
    const { id } = await createNewPerson();
    await db.insertInto('staff_roles').values({ staff_id: id, role_code: 'audit-admin' }).execute();
    const detail = await system.done(people.detail, { params: { id } });
    expect(detail).toMatchObject({ mayRename: false, idCardFault: expect.stringContaining('管理人员') });
  });

  test('keeps its identity number when it has an administrator role, for the unified login', async () => {
    const dongmei = await system.done(people.detail, { params: { id: 'staff-dongmei' } });
    const body = {
      account: 'dongmei',
      name: '董梅',
      title: dongmei.title,
      orgId: dongmei.org.id,
      departmentId: dongmei.department?.id ?? '',
      landing: '/',
      digest: dongmei.digest,
    };
    expect(dongmei.idCardFault).toContain('不能由其他管理员修改');
    const refused = await system.call(people.edit, {
      params: { id: 'staff-dongmei' },
      body: { ...body, idCard: '330127199102032218' },
    });
    expect(refused.body.problems?.map(({ field }) => field)).toEqual(['idCard']);
    // The same number again is no change, and all other values may be changed.
    await system.done(people.edit, {
      params: { id: 'staff-dongmei' },
      body: { ...body, idCard: '330127198707169968', title: '安全管理员（兼）' },
    });
    expect((await staffOf('staff-dongmei')).title).toBe('安全管理员（兼）');
  });

  test('keeps its name when it has an administrator role, even before the first sign-in', async () => {
    const { id } = await createNewPerson();
    await db.insertInto('roles').values({ code: 'keeper', name: '守门人' }).execute();
    await db
      .insertInto('role_permissions')
      .values({ role_code: 'keeper', permission: 'security:manage' })
      .execute();
    await db.insertInto('staff_roles').values({ staff_id: id, role_code: 'keeper' }).execute();
    const { account } = await staffOf(id);
    const refused = await system.call(people.edit, {
      params: { id },
      body: { ...values, account: 'other-name', digest: await digestOf(id) },
    });
    expect(refused.body.problems).toEqual([
      { field: 'account', message: expect.stringContaining('不能由其他管理员改名') },
    ]);
    expect((await staffOf(id)).account).toBe(account);
  });

  test('returns 404 for an unknown person', async () => {
    for (const call of [people.detail, people.offboardingCheck, people.edit] as const) {
      const answer = await system.call(call, {
        params: { id: 'nobody' },
        ...(call.mutates && { body: { ...values, digest: 'none' } }),
      });
      expect(answer.body.errcode).toBe(404);
    }
  });
});

test('a person who was changed meanwhile is not overwritten, and an edit must send the state that was read', async () => {
  const { id, account } = await createNewPerson();
  const opened = await digestOf(id);
  const save = (digest: string | undefined, more: Record<string, unknown>) =>
    system.call(people.edit, { params: { id }, body: { ...values, account, ...more, digest } });
  expect((await save(opened, { positions: [] })).status).toBe(200);
  const stale = await save(opened, { title: '科长' });
  expect(stale.body).toMatchObject({
    errcode: 40958,
    errmsg: expect.stringMatching(/^该人员已由田野于 \S+ \S+ 修改$/),
  });
  expect((await staffOf(id)).title).toBe(values.title);
  const { positions } = await system.done(people.detail, { params: { id } });
  expect(positions).toEqual([]);
  expect((await save(undefined, { title: '科长' })).body.problems?.map(({ field }) => field)).toEqual([
    'digest',
  ]);
  expect((await save(await digestOf(id), { title: '科长' })).status).toBe(200);
  // A number counts too, though it is never shown.
  const before = await digestOf(id);
  await save(before, { title: '科长', mobile: '15405713334' });
  expect(await digestOf(id)).not.toBe(before);
});
