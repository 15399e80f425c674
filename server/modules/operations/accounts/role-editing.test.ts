import { expect, test } from 'vitest';
import { menus } from '#contract/menus.ts';
import { processes } from '#contract/processes.ts';
import { roleEditing } from '#contract/role-editing.ts';
import { session } from '#contract/session.ts';
import { readSeedText } from '#server/seeds/office.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const { db } = office.context;
const security = office.as('dongmei');
/** All other people are refused: only the security administrator may make these calls. */
const others = { zhangwei: 403, shenjie: 403, xiaohan: 403, tianye: 403, yuanyuan: 403 };

const entry = { name: '督查员', permissions: ['work-order:handle'], menus: ['todo', 'done'] };
const paramsOf = (code: string) => ({ params: { code } });
let counter = 0;
async function createRole(more: Record<string, unknown> = {}): Promise<string> {
  counter += 1;
  const body = { ...entry, code: `made-${counter}`, name: `新角色${counter}`, ...more };
  return (await security.done(roleEditing.create, { body })).code;
}
const roleOf = (code: string) => security.done(roleEditing.detail, paramsOf(code));

describeCalls(office, roleEditing, {
  menus: {
    caller: 'dongmei',
    request: {},
    refusedFor: others,
    checkAnswer: ({ groups }) => {
      expect(groups.map(({ title }) => title)).toContain('工作门户');
      expect(groups.flatMap((group) => group.menus.map(({ id }) => id))).toContain('todo');
    },
  },
  detail: {
    caller: 'dongmei',
    request: paramsOf('security-admin'),
    refusedFor: others,
    checkAnswer: (role) => {
      expect(role).toMatchObject({
        name: '安全管理员',
        permissions: ['role:manage', 'security:manage'],
        isOwn: true,
        deleteFault: expect.stringContaining('1 人持有'),
      });
      expect(role.menus).toContain('roles');
    },
  },
  create: {
    caller: 'dongmei',
    request: { body: { ...entry, code: 'inspector' } },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({
          body: { ...entry, code: '督查', name: '', permissions: ['fly'], menus: ['nowhere'] },
        }),
        expectedProblems: [
          ['code', '角色编码只能由字母、数字和短横线组成，不以短横线开头或结尾，不超过64个字符'],
          ['name', '请输入角色名称'],
          ['permissions', '没有权限“fly”'],
          ['menus', '所选菜单已不存在，请重新选择'],
        ],
      },
      {
        makeInvalid: () => ({ body: { ...entry, code: 'handler', name: '领导' } }),
        expectedProblems: [
          ['code', '编码“handler”已被使用'],
          ['name', '已有同名的角色'],
        ],
      },
    ],
    checkAnswer: async () => {
      expect(await roleOf('inspector')).toMatchObject({ ...entry, isOwn: false, deleteFault: null });
    },
  },
  edit: {
    caller: 'dongmei',
    request: async () => {
      const code = await createRole();
      const { digest } = await roleOf(code);
      return { ...paramsOf(code), body: { ...entry, name: `改名${counter}`, menus: [], digest } };
    },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: (right) => ({ ...right, body: { digest: (right.body as { digest: string }).digest } }),
        expectedProblems: [['name', '请输入角色名称']],
      },
    ],
    checkAnswer: async (_answer, { params }) => {
      expect(await roleOf(params?.code ?? '')).toMatchObject({ name: `改名${counter}`, menus: [] });
    },
  },
  remove: {
    caller: 'dongmei',
    request: async () => paramsOf(await createRole()),
    refusedFor: others,
    checkAnswer: async (_answer, { params }) => {
      expect((await security.call(roleEditing.detail, paramsOf(params?.code ?? ''))).status).toBe(404);
    },
  },
});

test('changed permissions and menus of a role apply from the next call on', async () => {
  const code = await createRole({ menus: ['todo'] });
  await db.deleteFrom('staff_roles').where('staff_id', '=', 'staff-hudong').execute();
  await db.insertInto('staff_roles').values({ staff_id: 'staff-hudong', role_code: code }).execute();
  const hudong = office.as('hudong');
  const permissionsNow = async () => (await hudong.done(session.currentUser)).permissions;
  expect(await permissionsNow()).toEqual(['work-order:handle']);
  const body = {
    name: `新角色${counter}`,
    permissions: ['work-order:handle', 'work-order:urge'],
    menus: ['todo', 'query'],
    digest: (await roleOf(code)).digest,
  };
  await security.done(roleEditing.edit, { ...paramsOf(code), body });
  expect(await permissionsNow()).toEqual(['work-order:handle', 'work-order:urge']);
  const [portal] = await hudong.done(menus.userMenus);
  expect(portal?.children.map((menu) => menu.code)).toEqual(['todo', 'query']);
});

test('an administrator cannot add permissions to a role that they hold', async () => {
  const own = await roleOf('security-admin');
  const more = await security.call(roleEditing.edit, {
    ...paramsOf('security-admin'),
    body: {
      ...own,
      code: undefined,
      isOwn: undefined,
      deleteFault: undefined,
      permissions: [...own.permissions, 'calendar:manage'],
    },
  });
  expect(more.body.problems).toEqual([
    { field: 'permissions', message: '不能给自己持有的角色增加权限，请由另一名安全管理员办理' },
  ]);
});

test('an administrator permission cannot lose its last holder, and a refusal writes nothing', async () => {
  const audit = await roleOf('audit-admin');
  const body = { name: '审计员', permissions: [], menus: audit.menus, digest: audit.digest };
  const refused = await security.call(roleEditing.edit, { ...paramsOf('audit-admin'), body });
  expect(refused.body.problems).toEqual([
    { field: 'permissions', message: '修改后没有人可以查看审计记录，请先将该权限授予其他可登录的人员' },
  ]);
  expect(await roleOf('audit-admin')).toEqual(audit);
});

test('a role that was changed meanwhile is not overwritten, and an edit must send the state that was read', async () => {
  const code = await createRole();
  const { digest } = await roleOf(code);
  const save = (permissions: string[], readDigest?: string) =>
    security.call(roleEditing.edit, {
      ...paramsOf(code),
      body: { name: `新角色${counter}`, permissions, menus: [], digest: readDigest },
    });
  expect((await save(['work-order:urge'], digest)).status).toBe(200);
  const stale = await save(['work-order:handle'], digest);
  expect(stale.body).toMatchObject({
    errcode: 40958,
    errmsg: expect.stringMatching(/^该角色已由董梅于 \S+ \S+ 修改$/),
  });
  expect((await roleOf(code)).permissions).toEqual(['work-order:urge']);
  expect((await save([])).body.problems?.map(({ field }) => field)).toEqual(['digest']);
});

test('a role with holders or in a process cannot be deleted', async () => {
  const withHolders = await security.call(roleEditing.remove, paramsOf('handler'));
  expect(withHolders.body.errmsg).toMatch(/人持有该角色/);
  await db.deleteFrom('staff_roles').where('role_code', '=', 'matter-admin').execute();
  const inProcess = await security.call(roleEditing.remove, paramsOf('matter-admin'));
  expect(inProcess.body.errmsg).toMatch(/^流程“.+”指定了该角色，不能删除$/);
});

test('a role in a step or among the handlers of a variable cannot be deleted', async () => {
  const letter = readSeedText('processes/petition-letter.bpmn');
  const publish = (xml: string) => office.as('xiaohan').done(processes.publish, { body: { xml } });
  const [step, variable] = [await createRole(), await createRole()];
  const candidate = /<portal:candidate [^>]*\/>/;
  await publish(letter.replace(candidate, `<portal:candidate kind="role" ref="${step}" />`));
  const value = `<portal:variable name="who" value="role:handler, role:${variable}" />`;
  await publish(
    letter
      .replace(candidate, '<portal:candidate kind="variable" ref="who" />')
      .replace('</portal:process>', `${value}</portal:process>`),
  );
  for (const code of [step, variable]) {
    const refused = await security.call(roleEditing.remove, paramsOf(code));
    expect(refused.body.errmsg).toMatch(/^流程“.+”指定了该角色，不能删除$/);
  }
});

test('a role name must not look like another one, or contain the separators of a spreadsheet', async () => {
  await createRole({ name: '窗口督查Ab' });
  const create = async (name: string, code = 'alike') =>
    (await security.call(roleEditing.create, { body: { ...entry, code, name } })).body.problems;
  expect(await create('窗口督查Ａb')).toEqual([
    { field: 'name', message: '角色名称与已有的“窗口督查Ab”外观相同，请更换' },
  ]);
  expect(await create('窗口\u200d督查')).toEqual([
    { field: 'name', message: '角色名称不能含有不可见的字符' },
  ]);
  expect(await create('甲、乙')).toEqual([
    { field: 'name', message: '角色名称不能含有顿号、逗号和分号，表格用它们隔开多个名称' },
  ]);
  expect(await create('另一种', 'Handler')).toEqual([
    { field: 'code', message: '角色编码与已有的“handler”外观相同，请更换' },
  ]);
});

test('a role is created once for repeated calls with one idempotency key', async () => {
  const sent = { body: { ...entry, code: 'once', name: '一次' }, key: 'role-made-once' };
  const [first, again] = [
    await security.call(roleEditing.create, sent),
    await security.call(roleEditing.create, sent),
  ];
  expect(first.status).toBe(200);
  expect(again.text).toBe(first.text);
});
