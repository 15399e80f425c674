import { describe, expect, test } from 'vitest';
import { type AuditEntry, audit } from '#contract/audit.ts';
import { fullNameOfObject, kindsWithoutNames, nameOfObject } from '#contract/audit-subjects.ts';
import { auditActions, labelOfObject, loginEventLabel } from '#contract/audit-texts.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { orderChain } from './chain.ts';

/**
 * Tests the texts of the audit log (docs/decisions/0188): the names of objects, and one row for one action.
 */

const office = await testOffice();
const desk = openDesk(office);
const order = await desk.start('zhangwei', petition(1));
await desk.press('liuyang', order, 'receive', 'receive');

const listEntries = async (query: Record<string, string>): Promise<AuditEntry[]> =>
  (await office.as('yuanyuan').done(audit.list, { query: { size: '100', ...query } })).rows;

describe('the audit log list', () => {
  test('shows one row for one sign-in, and the security events of it under their own action family', async () => {
    // Signs in with a separate request, as the portal watches it.
    const { pool } = office.database;
    const at = office.clock.now;
    for (const [seq, chain, action, kind] of [
      [900_001, 'session', 'session.login', 'session'],
      [900_001, 'security', 'security.login.succeeded', 'account'],
      [900_002, 'security', 'security.login.half-way', 'account'],
    ] as const) {
      await pool.query(
        `insert into audit_links (chain, seq, at, staff_id, staff_name, action, object_kind, object_id, detail,
          request_id, prev_hash, hash) values ($1, $2, $3, 'staff-xujun', '徐军', $4, $5, 'xujun', '{}', 'r1', '', '')`,
        [chain, seq, at, action, kind],
      );
    }
    const ofPerson = (rows: readonly AuditEntry[]) =>
      rows.filter(({ requestId }) => requestId === 'r1').map(({ action }) => action);
    for (const staffName of ['徐军', 'xj', 'xujun'])
      expect(ofPerson(await listEntries({ staffName }))).toEqual(['session.login']);
    expect(ofPerson(await listEntries({ action: 'security' })).sort()).toEqual([
      'security.login.half-way',
      'security.login.succeeded',
    ]);
  });

  test('names an order by its number and a person by name and account, and hides the title of the order', async () => {
    const rows = await listEntries({ action: 'work-order' });
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect([row.objectId, row.objectName]).toEqual([order.id, order.code]);
    const {
      rows: [orderRow],
    } = await office.database.pool.query<{ title: string }>('select title from work_orders');
    expect(orderRow?.title).not.toBe('');
    expect(JSON.stringify(rows)).not.toContain(orderRow?.title);
    const [account] = await listEntries({ objectKind: 'account', action: 'security' });
    expect(account?.objectName).toBe('徐军（xujun）');
  });

  test('finds a record under the object kind that the list shows for it', async () => {
    const { pool } = office.database;
    for (const [seq, action, detail] of [
      [900_101, 'security.audit.read', {}],
      [900_102, 'security.second-factor.failed', {}],
      [900_103, 'security.call.forbidden', { workorderCode: order.code }],
      [900_104, 'security.call.forbidden', {}],
    ] as const)
      await pool.query(
        `insert into audit_links (chain, seq, at, staff_id, staff_name, action, object_kind, object_id, detail,
          request_id, prev_hash, hash)
          values ('security', $1, $2, 'staff-xujun', '徐军', $3, 'call', '', $4, 'r2', '', '')`,
        [seq, office.clock.now, action, JSON.stringify(detail)],
      );
    const found = async (objectKind: string) =>
      (await listEntries({ objectKind, staffName: '徐军' }))
        .filter(({ requestId }) => requestId === 'r2')
        .map(({ seq }) => Number(seq));
    expect(await found('audit')).toEqual([900_101]);
    expect(await found('account')).toEqual([900_102]);
    expect(await found('work-order')).toEqual([900_103]);
    expect(await found('call')).toEqual([900_104]);
  });

  test('names a refused call by the function, and finds it by that name', async () => {
    const refusal = await office.as('xujun').call(audit.export, { body: {} });
    expect(refusal.status).toBe(403);
    await office.app.callObserver.flush();
    const rows = await listEntries({ action: 'security.call.forbidden', objectName: '导出审计' });
    expect(rows.map(fullNameOfObject)).toEqual(['功能 导出审计记录']);
    expect(await listEntries({ action: 'security.call.forbidden', objectName: '导出列表' })).toEqual([]);
  });

  test('finds records by the object’s name or by the first digits of an order number', async () => {
    const found = async (objectName: string) =>
      (await listEntries({ objectName })).map(({ objectId }) => objectId);
    expect(new Set(await found(order.code))).toEqual(new Set([order.id]));
    expect(new Set(await found(order.code.slice(0, 6)))).toEqual(new Set([order.id]));
    expect(await found('没有这个名称')).toEqual([]);
    const exported = await office.as('yuanyuan').done(audit.export, { body: { objectName: order.code } });
    expect(exported.rows).toBeGreaterThan(1);
    expect(exported.content.split('\r\n')[1]).toContain(order.code);
  });

  test('names a file and a task draft by the number of the order, and a draft by its item', async () => {
    const { pool } = office.database;
    const draftId = '018f0000-0000-7000-8000-000000000001';
    await pool.query(
      `insert into files (id, workorder_id, name, size, content_type, sha256, created_at)
        values ('photo', $1, '张三的照片.jpg', 1, 'image/jpeg', '', now()), ('loose', 'order', 'x.jpg', 1, 'image/jpeg', '', now())`,
      [order.id],
    );
    await pool.query(
      `insert into drafts (id, staff_id, task_code, business_item_id, item_name, title, content_sealed, created_at, updated_at)
        values ($1, 'staff-xujun', 'petition-letter', 'i', '群众来信办理', '反映张三', '', now(), now())`,
      [draftId],
    );
    const objects = [
      ['file', 'photo'],
      ['file', 'loose'],
      ['draft', draftId],
      ['draft', `${order.id}.2`],
    ];
    for (const [index, [kind, id]] of objects.entries())
      await pool.query(
        `insert into audit_links (chain, seq, at, staff_id, staff_name, action, object_kind, object_id, detail,
          request_id, prev_hash, hash) values ('test', $1, $2, 'staff-xujun', '徐军', $3, $4, $5, '{}', 'named', '', '')`,
        [920_000 + index, office.clock.now, `${kind}.test`, kind, id],
      );
    const rowsOf = async (query: Record<string, string>) =>
      (await listEntries({ staffName: '徐军', ...query })).filter(({ requestId }) => requestId === 'named');
    const names = new Map((await rowsOf({})).map(({ objectId, objectName }) => [objectId, objectName]));
    expect(objects.map(([, id]) => names.get(id ?? ''))).toEqual([
      order.code,
      '',
      '群众来信办理',
      order.code,
    ]);
    expect((await rowsOf({ objectName: order.code })).map(({ objectId }) => objectId)).toEqual(['photo']);
  });

  test('names an item by its current name, even for an older version', async () => {
    const { pool } = office.database;
    const columns = await pool.query<{ list: string }>(
      `select string_agg(column_name, ', ') as list from information_schema.columns
       where table_name = 'business_items' and column_name not in ('id', 'version', 'current', 'name')`,
    );
    const list = columns.rows[0]?.list ?? '';
    await pool.query(`insert into business_items (id, version, current, name, ${list})
      select 'older-version', 0, false, '旧事项名称', ${list} from business_items where task_code = 'petition-letter' and current`);
    await pool.query(
      `insert into audit_links (chain, seq, at, staff_id, staff_name, action, object_kind, object_id, detail,
        request_id, prev_hash, hash) values ('item', 900001, now(), 'staff-xujun', '徐军', 'initiation.repeat-found',
        'business-item', 'petition-letter', '{}', 'r2', '', '')`,
    );
    const rows = await listEntries({ objectKind: 'business-item' });
    expect(rows.map(({ objectName }) => objectName)).toEqual(['群众来信办理']);
    expect(await listEntries({ objectName: '旧事项名称' })).toEqual([]);
  });

  test('rejects a name that matches too many objects, in the list and in the export', async () => {
    await office.database.pool.query(`insert into user_groups (id, code, name)
      select 'many-' || n, 'many-' || n, '名称相同的组 ' || n from generate_series(1, 10001) n`);
    const query = { objectName: '名称相同的组' };
    const problems = [{ field: 'objectName', message: '名称相符的对象超过10000个，请输入更完整的名称' }];
    expect((await office.as('yuanyuan').call(audit.list, { query })).body.problems).toEqual(problems);
    expect((await office.as('yuanyuan').call(audit.export, { body: query })).body.problems).toEqual(problems);
  });

  test('is exported with Chinese labels, followed by the codes', async () => {
    const { content } = await office.as('yuanyuan').done(audit.export, { body: { action: 'work-order' } });
    const [head, first] = content.split('\r\n');
    expect(head).toMatch(/,操作,对象,.*,操作代码,对象代码$/);
    expect(first).toMatch(/,办理,办件,.*,work-order\.handle,work-order$/);
  });
});

/** Kinds of the objects of the actions of a family, and of single actions. */
const kindOfFamily: Record<string, string> = {
  document: 'work-order',
  initiation: 'business-item',
  'petition-history': 'petitioner',
  petition: 'work-order',
  account: 'staff',
  'message-settings': 'staff',
  preferences: 'staff',
  schedule: 'staff',
  opinion: 'staff',
};
const kindOfSingleAction: Record<string, string> = {
  'rule.save-group': 'rule-group',
  'work-order.read-copy': 'copy',
  'message.read': 'staff',
  'session.change-password': 'staff',
  'installation.job-retried': 'job',
  'installation.anchors-lost': 'anchors',
  'audit.finding-acknowledged': 'finding',
  'security.audit.read': 'audit',
  'archive.save-fonds': 'archive-setting',
  'archive.save-item': 'archive-setting',
  'archive.hand-over': 'archive-hand-over',
  'archive.prepare-hand-over': 'archive-hand-over',
  'archive.destroyed': 'archive-destruction',
};
function kindOfAction(action: string): string {
  const [family = ''] = action.split('.');
  if (family === 'security' && kindOfSingleAction[action] === undefined)
    return loginEventLabel(action.slice('security.'.length)) === undefined ? 'call' : 'account';
  return kindOfSingleAction[action] ?? kindOfFamily[family] ?? family;
}

test('every action has a named object, and the record is found by that name', async () => {
  const { pool } = office.database;
  await pool.query(`insert into substitute_rules (id, absent_id, substitute_id, starts_on, ends_on, reason, set_by_id, set_by_name, created_at)
    values ('rule', 'staff-xujun', 'staff-zhaomin', '2026-03-01', '2026-03-02', '', 'staff-xujun', '徐军', now())`);
  await pool.query(`insert into hand_overs (id, from_id, reason, started_by_id, started_by_name, started_at)
    values ('over', 'staff-xujun', '', 'staff-xujun', '徐军', now())`);
  await pool.query(
    `insert into document_series (org_id, name, year, last) values ('330127-xfj', '淳信访', 2026, 4)`,
  );
  await pool.query(`insert into document_templates (id, task_code, code, version, state, content, saved_at, saved_by)
    values ('t:1', 'petition-letter', 't', 1, 'draft', '{"template":{"name":"评分回执"}}', now(), '肖涵')`);
  await pool.query(`insert into rule_definitions values ('r:1', 'r', 1, '面积', '{}', now(), '肖涵')`);
  await pool.query(`insert into files (id, name, size, content_type, sha256, created_at)
    values ('element-file', '样表.pdf', 1, 'application/pdf', 'x', now())`);
  await pool.query(`insert into shared_elements values ('e1', '申请书', '', 'element-file', now(), '肖涵')`);
  await pool.query(`insert into rule_group_categories values ('g1', '食品经营', null, 1)`);
  const firstId = async (from: string, id = 'id') =>
    String((await pool.query(`select ${id} as id from ${from} limit 1`)).rows[0]?.id ?? '');
  /** The object of each kind: its id, and the details that name one which has no row. */
  const objects: Record<string, [id: string, detail?: object]> = {
    'work-order': [order.id],
    'business-item': ['petition-letter'],
    item: ['petition-letter'],
    staff: ['staff-xujun'],
    account: ['xujun'],
    role: ['handler'],
    organisation: ['330127-xfj'],
    process: [await firstId('process_definitions')],
    form: [await firstId('form_definitions')],
    'shared-element': ['e1'],
    rule: ['r:1'],
    'rule-group': ['g1'],
    hall: ['gone', { before: { name: '政务大厅' } }],
    window: ['gone', { now: { name: '来信窗口' } }],
    post: ['gone', { now: { name: '审查岗' } }],
    'user-group': ['gone', { now: { name: '审查组' } }],
    'message-template': ['urged:20'],
    'document-template': ['t:1'],
    'document-series': ['330127-xfj/淳信访/2026'],
    substitute: ['rule'],
    'hand-over': ['over'],
    'list-view': ['gone', { name: '我的视图' }],
    export: ['gone', { title: '待办事项' }],
    payment: ['gone', { name: '2026-03-02' }],
    holiday: ['2026-10-01..2026-10-07', { name: '国庆节' }],
    sheet: ['people', { title: '人员', addedKeys: ['xujun'] }],
    'office-package': ['abc', { office: '淳安县' }],
    archive: ['gone', { number: 'X001-2026-Y-0001' }],
    'archive-setting': ['330127-xfj'],
    'archive-hand-over': ['gone', { number: 'YJ-1' }],
    'archive-destruction': ['gone', { number: 'XH-1' }],
  };
  const actionsWithoutName: string[] = [];
  const actionsNotFound: string[] = [];
  let seq = 950_000;
  for (const action of auditActions) {
    const kind = kindOfAction(action);
    const [id, detail = {}] = objects[kind] ?? [''];
    seq += 1;
    const isInOrderChain = kind === 'work-order' && /^(work-order|petition)\./.test(action);
    const chain = isInOrderChain ? orderChain(order.id) : 'test';
    await pool.query(
      `insert into audit_links (chain, seq, at, staff_id, staff_name, action, object_kind, object_id, detail,
        request_id, prev_hash, hash) values ($1, $2, $3, 'staff-xujun', '徐军', $4, $5, $6, $7, 'every', '', '')`,
      [chain, seq, office.clock.now, action, kind, id, JSON.stringify(detail)],
    );
    const rowsOf = async (query: Record<string, string>) =>
      (await listEntries({ action, ...query })).filter(({ requestId }) => requestId === 'every');
    const [row] = await rowsOf({});
    const name = row ? nameOfObject(row) : '';
    const subject = name || (kindsWithoutNames.has(kind) ? labelOfObject(kind) : '');
    if (subject === '' || labelOfObject(kind) === kind) actionsWithoutName.push(action);
    if (subject !== '' && (await rowsOf({ objectName: subject })).length === 0) actionsNotFound.push(action);
  }
  expect({ unnamed: actionsWithoutName, unfound: actionsNotFound }).toEqual({ unnamed: [], unfound: [] });
  // A person is found in the import that added the person.
  const found = await listEntries({ objectName: '徐军', action: 'sheet.import' });
  expect(found.map(({ names }) => names)).toEqual([{ 'account xujun': '徐军（xujun）' }]);
});
