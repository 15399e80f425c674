import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { roleEditing } from '#contract/role-editing.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { testOffice } from '#test/world/office.ts';
import { afterTampering } from '#test/world/tampering.ts';
import { coveredTables, uncoveredTables } from './covered-tables.ts';
import { findCurrentTransaction, recordUnauditedRows } from './service.ts';
import { verifyAudit } from './verify.ts';

const office = await testOffice();
const { db, crypto } = office.context;
await recordUnauditedRows(office.context, undefined);

const findingsOf = async (snapshot: Db) =>
  (await verifyAudit(snapshot, crypto)).findings.map(({ chinese }) => chinese);

test('every table is covered by record digests or has a stated exception', async () => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`.execute(db);
  const whole = coveredTables
    .filter(({ conditionColumn }) => conditionColumn === undefined)
    .map(({ table }) => table);
  expect(rows.map(({ name }) => name)).toEqual([...whole, ...Object.keys(uncoveredTables)].sort());
});

test('the triggers cover the same tables, keys and ignored columns as the verification', async () => {
  const { rows } = await sql<{ table: string; arguments: string }>`
    select tgrelid::regclass::text as "table", encode(tgargs, 'escape') as arguments from pg_trigger
    where tgfoid = 'note_record_change'::regproc order by 1`.execute(db);
  const expected = coveredTables.map(({ table, key, ignored }) => ({
    table,
    arguments: `${key ?? ''}\\000${ignored.join(',')}\\000`,
  }));
  const byTable = new Map(rows.map((row) => [row.table, row]));
  expect([...byTable.values()]).toEqual(expected.sort((a, b) => (a.table < b.table ? -1 : 1)));
});

const tamperings: [subject: string, expected: string, change: RawBuilder<unknown>][] = [
  ['roles', '角色 handler：被改动', sql`update roles set name = '处长' where code = 'handler'`],
  [
    'role_permissions',
    '角色权限 handler：被改动',
    sql`insert into role_permissions values ('handler', 'audit:read')`,
  ],
  [
    'role_menus',
    '角色菜单 handler：被改动',
    sql`delete from role_menus where role_code = 'handler'
    and menu_id = (select min(menu_id) from role_menus where role_code = 'handler')`,
  ],
  [
    'staff',
    '人员 staff-liuyang：被改动',
    sql`update staff set password_hash = 'x' where id = 'staff-liuyang'`,
  ],
  [
    'staff certificate',
    '人员 staff-liuyang：被改动',
    sql`update staff set id_card_digest = 'x' where id = 'staff-liuyang'`,
  ],
  [
    'staff_roles',
    '人员的角色 staff-liuyang：被改动',
    sql`insert into staff_roles values ('staff-liuyang', 'audit-admin')`,
  ],
  [
    'staff_positions',
    '人员的岗位 staff-liuyang：已被删除',
    sql`delete from staff_positions where staff_id = 'staff-liuyang'`,
  ],
  [
    'staff_groups',
    '人员的用户组 staff-liuyang：已被删除',
    sql`delete from staff_groups where staff_id = 'staff-liuyang'`,
  ],
  [
    'staff_windows',
    '人员的窗口 staff-xujun：不是经系统写入的',
    sql`insert into staff_windows
    select 'staff-xujun', min(id) from windows`,
  ],
  [
    'second_factor_roles',
    '须二次验证的角色 handler：不是经系统写入的',
    sql`insert into second_factor_roles values ('handler')`,
  ],
  [
    'second_factors',
    '二次验证登记 staff-liuyang：不是经系统写入的',
    sql`insert into second_factors
    (staff_id, secret_sealed, last_step, enrolled_at) values ('staff-liuyang', 'x', 0, now())`,
  ],
  [
    'login_policy',
    '登录策略：被改动',
    sql`update login_policy set password_warn_days = password_warn_days + 1`,
  ],
  [
    'organisations',
    '机构 10002：被改动',
    sql`update organisations set name = '另一个机构' where id = '10002'`,
  ],
  ['halls', '大厅 ', sql`update halls set name = 'x' where id = (select min(id) from halls)`],
  ['windows', '窗口 ', sql`update windows set name = 'x' where id = (select min(id) from windows)`],
  ['positions', '岗位 ', sql`update positions set name = 'x' where id = (select min(id) from positions)`],
  [
    'user_groups',
    '用户组 ',
    sql`update user_groups set name = 'x' where id = (select min(id) from user_groups)`,
  ],
  ['menus', '菜单 ', sql`update menus set url = '/x' where id = (select min(id) from menus)`],
  [
    'holidays',
    '节假日 2026-03-02：不是经系统写入的',
    sql`insert into holidays values ('2026-03-02', 'holiday', 'x')`,
  ],
  [
    'business_categories',
    '事项分类 ',
    sql`update business_categories set name = 'x'
    where id = (select min(id) from business_categories)`,
  ],
  ['business_items', '事项 ', sql`update business_items set name = 'x' where task_code = 'petition-letter'`],
  [
    'process_definitions',
    '流程 ',
    sql`update process_definitions set name = 'x' where key = 'petition-letter'`,
  ],
  ['form_definitions', '表单 ', sql`update form_definitions set model = '{}' where code = 'petition-letter'`],
  [
    'shared_elements',
    '共享要素 e：不是经系统写入的',
    sql`with f as (insert into files (id, name, size, content_type, sha256, created_at)
      values ('element-file', 'x.pdf', 1, 'application/pdf', 'x', now()) returning id)
    insert into shared_elements select 'e', 'x', '', id, now(), 'x' from f`,
  ],
  [
    'rule_definitions',
    '规则 r:1：不是经系统写入的',
    sql`insert into rule_definitions values ('r:1', 'r', 1, 'x', '{}', now(), 'x')`,
  ],
  [
    'document_templates',
    '文书模板 ',
    sql`update document_templates set content = '{}'
    where id = (select min(id) from document_templates)`,
  ],
  [
    'message_templates',
    '消息模板 ',
    sql`update message_templates set content = 'x'
    where id = (select min(id) from message_templates)`,
  ],
  [
    'package_signers',
    '配置包签发单位 f：不是经系统写入的',
    sql`insert into package_signers values ('f', 'x', 'x', now())`,
  ],
  [
    'archive_fonds',
    '全宗 ',
    sql`update archive_fonds set code = 'x' where org_id = (select min(org_id) from archive_fonds)`,
  ],
  [
    'archive_items',
    '归档期限 ',
    sql`update archive_items set period = 'D10'
    where task_code = (select min(task_code) from archive_items where period <> 'D10')`,
  ],
  [
    'substitute_rules',
    '外出委托 r：不是经系统写入的',
    sql`insert into substitute_rules (id, absent_id, substitute_id,
    starts_on, ends_on, reason, set_by_id, set_by_name, created_at)
    values ('r', 'staff-liuyang', 'staff-xujun', '2026-03-02', '2026-03-03', 'x', 'staff-liuyang', 'x', now())`,
  ],
  [
    'files',
    '公开文件 f：不是经系统写入的',
    sql`insert into files (id, name, size, content_type, sha256, is_public, created_at)
    values ('f', 'x.png', 1, 'image/png', 'x', true, now())`,
  ],
];

describe('rows outside of orders', () => {
  test('match the baseline', async () => {
    expect(await findingsOf(db)).toEqual([]);
  });

  test('have a tampering case for each covered table', () => {
    const tablesWithCase = new Set(tamperings.map(([subject]) => subject.split(' ')[0]));
    expect([...tablesWithCase].sort()).toEqual(coveredTables.map(({ table }) => table).sort());
  });

  test.each(tamperings)('are reported when changed outside the portal: %s', async (_, expected, change) => {
    const found = await afterTampering(db, [change], findingsOf);
    expect(
      found?.filter((line) => line.startsWith(expected)),
      String(found),
    ).not.toEqual([]);
  });

  test('stay valid when three roles are created concurrently', async () => {
    const create = (code: string, name: string) => ({
      body: { code, name, permissions: [], menus: [] },
    });
    const answers = await Promise.all(
      ['第一', '第二', '第三'].map((name, index) =>
        office.as('dongmei').call(roleEditing.create, create(`extra-${index}`, `${name}角色`)),
      ),
    );
    expect(answers.map(({ body }) => body.errcode)).toEqual([0, 0, 0]);
    expect(await findingsOf(db)).toEqual([]);
  });

  test('are recorded without an action only when a seeding step or a migration wrote them', async () => {
    await sql`update halls set name = name || ' 一' where id = (select min(id) from halls)`.execute(db);
    const from = await findCurrentTransaction(db);
    await sql`update windows set name = name || ' 一' where id = (select min(id) from windows)`.execute(db);
    await recordUnauditedRows(office.context, from);
    const found = await findingsOf(db);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^大厅 .*：被改动$/);
    await recordUnauditedRows(office.context, undefined);
    expect(await findingsOf(db)).toEqual(found);
  });
});
