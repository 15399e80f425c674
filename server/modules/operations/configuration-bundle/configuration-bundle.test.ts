import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { configurationBundle } from '#contract/configuration-bundle.ts';
import { items } from '#contract/items.ts';
import { ruleLibrary } from '#contract/rule-library.ts';
import { bundlePartNames } from '#domain/office/bundle-parts.ts';
import { type ConfiguredRule, newRule } from '#domain/rules/model.ts';
import { type Db, inTransaction } from '#server/kernel/database/transaction.ts';
import { loadRegions } from '#server/modules/organisation/regions/service.ts';
import { insertStaff } from '#server/seeds/office.queries.ts';
import { readOffice, readPermissions } from '#server/seeds/office.ts';
import { addAdministrator, addDemoStaff, addRoles } from '#server/seeds/steps.ts';
import { filledTemplate } from '#test/world/database.ts';
import { openDesk } from '#test/world/desk.ts';
import {
  type BundleFiles,
  filesOfBundle,
  signWithForeignKey as signed,
  zipOf,
} from '#test/world/foreign-bundle.ts';
import { officeKey, type TestOffice, testOffice } from '#test/world/office.ts';
import { officeOpeningTime } from '#test/world/office-opening-time.ts';
import { ownRegions } from '#test/world/own-regions.ts';
import { testContext } from '#test/world/portal.ts';
import { petition } from '#test/world/start-data.ts';

const demo = await testOffice();
const newOffice = await testOffice({
  template: await filledTemplate('banjian_fresh', ({ db }) => openNewOffice(db)),
});

/**
 * Prepares a production database like after its first start, with the two administrator roles that are
 * granted first.
 */
async function openNewOffice(db: Db): Promise<void> {
  const context = testContext({ db, folder: tmpdir(), key: officeKey, now: () => officeOpeningTime });
  await loadRegions(context, ownRegions());
  await addRoles(context, readPermissions());
  await addAdministrator(context);
  const administratorRow = (account: string, role: string) => ({
    id: `staff-${account}`,
    account,
    name: account,
    passwordHash: 'none',
    idCard: null,
    mobile: null,
    orgId: '10002',
    departmentId: null,
    title: '',
    landing: '/',
    disabledAt: null,
    createdAt: officeOpeningTime,
    roles: [role],
    positions: [],
    groups: [],
    windows: [],
  });
  await inTransaction(db, async (tx) => {
    await tx.updateTable('staff').set({ must_change_password: false }).execute();
    await insertStaff(tx, [
      administratorRow('config', 'config-admin'),
      administratorRow('keeper', 'archivist'),
    ]);
  });
}

/** Publishes a group of rules, and rules whose names are not in the order in which they use each other. */
async function publishRules(): Promise<void> {
  const config = demo.as('xiaohan');
  const publish = (rule: ConfiguredRule) =>
    config.done(ruleLibrary.publish, { body: { json: JSON.stringify(rule) } });
  const { id: above } = await config.done(ruleLibrary.saveGroup, { body: { name: '占道经营' } });
  const { id: groupId } = await config.done(ruleLibrary.saveGroup, {
    body: { name: '申请条件', parent: above },
  });
  const param = { name: '面积', paramType: 'number' as const, value: '', elementId: '', paramId: '' };
  const element = newRule('z-size', '面积标准');
  await publish({
    ...element,
    ruleBase: { ...element.ruleBase, kind: 'element', groupId },
    ruleParams: [{ ...param, dataKey: 'most', source: 'fixed', value: '20' }],
  });
  const rule = newRule('m-area', '面积不超过标准');
  const compared = { dataKey: 'area', operator: 'LE' as const, paramType: 'number' as const };
  await publish({
    ...rule,
    ruleParams: [
      { ...param, dataKey: 'area', source: 'data' },
      { ...param, dataKey: 'most', source: 'element', elementId: 'z-size', paramId: 'most' },
    ],
    ruleConditions: [{ ...compared, compareValueKey: 'most', compareValue: '' }],
  });
  const all = newRule('a-all', '申请条件');
  await publish({ ...all, ruleBase: { ...all.ruleBase, kind: 'service-orchestration' }, steps: ['m-area'] });
}

await publishRules();
const { file } = await demo.as('tianye').done(configurationBundle.exportBundle, {});
const previewBundle = (office: TestOffice, account: string, bundle = file) =>
  office.as(account).done(configurationBundle.preview, { body: { file: bundle } });

async function importBundle(office: TestOffice, account: string) {
  const preview = await previewBundle(office, account);
  expect(preview.problems).toEqual([]);
  const parts = preview.parts.filter(({ allowed }) => allowed).map(({ part }) => part);
  const body = { file, parts, digest: preview.digest, signer: preview.source.signer };
  return await office.as(account).done(configurationBundle.apply, { body });
}

describe('the configuration bundle of the demo county', () => {
  test('contains every part, and no name, account, number or key of a person', async () => {
    const files = filesOfBundle(file);
    expect(Object.keys(files).sort()).toEqual(
      ['manifest.json', ...bundlePartNames.map((name) => `${name}.json`)].sort(),
    );
    const contents = Object.values(files).join('\n');
    for (const { name, account, idCard, mobile } of readOffice().staff) {
      for (const secret of [name, idCard, mobile, `"${account}"`, `staff-${account}`, `staff:${account}`])
        expect(contents.includes(secret), secret).toBe(false);
    }
    const sealed = await demo.context.db.selectFrom('shared_secrets').select('sealed').execute();
    for (const { sealed: secret } of sealed) {
      expect(contents.includes(secret)).toBe(false);
      expect(contents.includes(demo.context.crypto.open(secret))).toBe(false);
    }
    expect(contents).not.toMatch(/PRIVATE KEY|\$argon2|\b\d{17}[\dX]\b|\b1[3-9]\d{9}\b/);
  });

  test('reports no changes in the office that it comes from', async () => {
    for (const account of ['tianye', 'dongmei', 'xiaohan']) {
      const { source, parts, problems } = await previewBundle(demo, account);
      expect(problems).toEqual([]);
      expect(source).toMatchObject({ isOwn: true, office: '淳安县人民政府' });
      for (const part of parts.filter(({ compared }) => compared))
        expect({ [part.part]: [part.added, part.changed] }).toEqual({ [part.part]: [0, 0] });
    }
  });

  test('allows each administrator role its own parts, and names the responsible role of the others', async () => {
    const { parts } = await previewBundle(demo, 'dongmei');
    expect(parts.filter(({ allowed }) => allowed).map(({ part }) => part)).toEqual(['roles']);
    expect(parts.find(({ part }) => part === 'items')).toMatchObject({ compared: false, by: '配置管理员' });
  });
});

describe('a new office', () => {
  test('requires a comparison of the signer first', async () => {
    const preview = await previewBundle(newOffice, 'admin');
    expect(preview.source).toMatchObject({ isOwn: false, isKnown: false });
    const body = { file, parts: ['organisations'], digest: preview.digest };
    const { status, body: refused } = await newOffice.as('admin').call(configurationBundle.apply, { body });
    expect(status).toBe(400);
    expect(refused.problems).toEqual([{ field: 'signer', message: '请先与来源单位核对签名指纹' }]);
  });

  test('gets clear texts about missing records, and its new name before the import', async () => {
    const { problems } = await previewBundle(newOffice, 'config');
    expect(problems.length).toBeGreaterThan(10);
    // The importing administrator has not written the bundle, and has no field ids.
    for (const { message } of problems) expect(message).not.toMatch(/^[\w.[\]-]+：/);
    // Problems name the missing record as data, by which they are grouped.
    const missing = new Set(problems.map((problem) => problem.missing));
    expect([...missing]).toEqual(expect.arrayContaining(['org', 'position']));
    expect(problems.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^没有编码为“.+”的机构$/),
    );
    const parts = (await previewBundle(newOffice, 'admin')).parts;
    const organisations = parts.find(({ part }) => part === 'organisations');
    expect(organisations?.notes).toContain('本单位的名称将由“本单位”改为“淳安县人民政府”');
    // Overwritten rows come first.
    expect(organisations?.changes[0]).toMatchObject({ kind: 'changed', key: '10002' });
  });

  test('is filled by its administrators, each with their own parts, and can start orders', async () => {
    const { notes } =
      (await previewBundle(newOffice, 'admin')).parts.find(({ part }) => part === 'organisations') ?? {};
    expect(notes?.join()).toContain('没有上级');
    const first = await importBundle(newOffice, 'admin');
    expect(first.added).toBeGreaterThan(20);
    // A signer that one administrator has verified is trusted for the others.
    expect((await previewBundle(newOffice, 'config')).source.isKnown).toBe(true);
    await importBundle(newOffice, 'config');
    await importBundle(newOffice, 'keeper');
    const publishedItems = await newOffice.as('config').done(items.list, {});
    expect(publishedItems.rows.map(({ taskCode, current }) => [taskCode, current])).toContainEqual([
      'petition-letter',
      true,
    ]);
    const { rows: rules } = await newOffice.as('config').done(ruleLibrary.list, {});
    expect(rules.map(({ code, version }) => [code, version])).toEqual([
      ['a-all', 1],
      ['m-area', 1],
      ['z-size', 1],
    ]);
    const { staff } = readOffice();
    await addDemoStaff(
      newOffice.context,
      staff.filter(({ account }) => ['zhangwei', 'liuyang', 'wangfang'].includes(account)),
    );
    const desk = openDesk(newOffice);
    const order = await desk.start('zhangwei', petition(1));
    const { inboxRows } = await newOffice.context.db
      .selectFrom('inbox')
      .select((row) => row.fn.countAll<number>().as('inboxRows'))
      .where('workorder_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(Number(inboxRows)).toBeGreaterThan(0);
    await desk.press('liuyang', order, 'receive', 'receive');
  });

  test('reports no changes for the same bundle again', async () => {
    for (const account of ['admin', 'config', 'keeper']) {
      const { parts, problems } = await previewBundle(newOffice, account);
      expect(problems).toEqual([]);
      for (const part of parts.filter(({ compared }) => compared))
        expect({ [part.part]: [part.added, part.changed, part.same] }).toEqual({
          [part.part]: [0, 0, part.rows],
        });
    }
  });

  test('records in the audit log who imported from which office', async () => {
    const auditRecords = await newOffice.context.db
      .selectFrom('audit_links')
      .select(['staff_id', 'detail'])
      .where('action', '=', 'office-package.import')
      .orderBy('seq')
      .execute();
    expect(auditRecords.map(({ staff_id }) => staff_id)).toEqual([
      'staff-admin',
      'staff-config',
      'staff-keeper',
    ]);
    expect(auditRecords[0]?.detail).toMatchObject({ office: '淳安县人民政府' });
  });

  test('gets no administrator permission in its roles by the import', async () => {
    const roles = await newOffice.context.db
      .selectFrom('role_permissions')
      .select(['role_code', 'permission'])
      .where('permission', 'in', ['role:manage', 'organisation:manage', 'item:publish'])
      .orderBy('role_code')
      .execute();
    expect(roles).toEqual([
      { role_code: 'config-admin', permission: 'item:publish' },
      { role_code: 'security-admin', permission: 'role:manage' },
      { role_code: 'system-admin', permission: 'organisation:manage' },
    ]);
  });
});

const signAsStranger = (change: (files: BundleFiles) => void) => signed(file, change);

describe('the import of a bundle', () => {
  const refusalMessageOf = async (sent: string) =>
    (await newOffice.as('admin').call(configurationBundle.preview, { body: { file: sent } })).body
      .problems?.[0]?.message;
  const changed = '配置包的内容与签名不符，可能已被改动，请向来源单位重新索取';

  test('refuses contents that were changed, added, removed or not signed', async () => {
    const files = filesOfBundle(file);
    const roles = (files['roles.json'] ?? '').replace('窗口人员', '窗口');
    expect(await refusalMessageOf(await zipOf({ ...files, 'roles.json': roles }))).toBe(changed);
    expect(await refusalMessageOf(await zipOf({ ...files, 'more.json': '[]' }))).toBe(changed);
    const { 'items.json': _items, ...fewer } = files;
    expect(await refusalMessageOf(await zipOf(fewer))).toBe(changed);
    const manifest = JSON.parse(files['manifest.json'] ?? '') as Record<string, unknown>;
    const unsigned = { ...files, 'manifest.json': JSON.stringify({ ...manifest, signature: '' }) };
    expect(await refusalMessageOf(await zipOf(unsigned))).toBe(changed);
    const renamed = { ...files, 'manifest.json': JSON.stringify({ ...manifest, office: '别处' }) };
    expect(await refusalMessageOf(await zipOf(renamed))).toBe(changed);
  });

  test('refuses a zip bomb and a file that is not a bundle', async () => {
    const bomb = await zipOf({ 'manifest.json': ' '.repeat(40 * 1_048_576) });
    expect(await refusalMessageOf(bomb)).toBe('文件已损坏或含有不安全的内容');
    expect(await refusalMessageOf(Buffer.from('PK').toString('base64'))).toBe('不是办公配置包（.zip）');
    expect(await refusalMessageOf(await zipOf({ 'a.json': '[]' }))).toBe(
      '不是办公配置包，或由更新的版本导出',
    );
  });

  test('refuses a correctly signed bundle until the fingerprint of its unknown signer is compared', async () => {
    const sent = await signAsStranger(() => undefined);
    const preview = await previewBundle(newOffice, 'admin', sent);
    expect(preview.source).toMatchObject({ isOwn: false, isKnown: false });
    const body = { file: sent, parts: ['roles'], digest: preview.digest };
    expect((await newOffice.as('admin').call(configurationBundle.apply, { body })).status).toBe(400);
  });

  test('refuses parts of another administrator role, and people without such a role', async () => {
    const preview = await previewBundle(newOffice, 'config');
    const body = { file, parts: ['roles'], digest: preview.digest, signer: preview.source.signer };
    expect((await newOffice.as('config').call(configurationBundle.apply, { body })).status).toBe(403);
    for (const account of ['zhangwei', 'wujianguo', 'shenjie', 'yuanyuan']) {
      const clerk = demo.as(account);
      expect((await clerk.call(configurationBundle.exportBundle, {})).status).toBe(403);
      expect((await clerk.call(configurationBundle.preview, { body: { file } })).status).toBe(403);
    }
  });

  test('refuses a process that names people', async () => {
    const sent = await signAsStranger((files) => {
      const text = files['processes.json'] ?? '';
      files['processes.json'] = text.replace(/(portal:candidate) kind=\\"\w+\\"/, '$1 kind=\\"staff\\"');
    });
    const { problems } = await previewBundle(newOffice, 'config', sent);
    expect(problems.map(({ message }) => message).join()).toContain('需重新指定');
  });

  test('refuses duplicate entries in one part, and names the part', async () => {
    const withDuplicate = (name: string) => (files: Record<string, string>) => {
      const rows = JSON.parse(files[name] ?? '[]') as object[];
      files[name] = JSON.stringify([...rows, rows[0]]);
    };
    for (const [administratorRole, part] of [
      ['config', 'forms'],
      ['config', 'processes'],
      ['config', 'items'],
      ['config', 'documents'],
      ['config', 'holidays'],
      ['admin', 'roles'],
      ['config', 'categories'],
      ['admin', 'posts'],
    ] as const) {
      const sent = await signAsStranger(withDuplicate(`${part}.json`));
      const { problems } = await previewBundle(newOffice, administratorRole, sent);
      expect([...new Set(problems.map((problem) => problem.part))]).toEqual([part]);
    }
  });

  test('refuses the second of two concurrent imports', async () => {
    const sent = await signAsStranger((files) => {
      files['posts.json'] = (files['posts.json'] ?? '').replace(/岗"/, '新岗"');
    });
    const preview = await previewBundle(newOffice, 'admin', sent);
    expect(preview.parts.find(({ part }) => part === 'posts')).toMatchObject({ changed: 1 });
    const parts = preview.parts.filter(({ allowed }) => allowed).map(({ part }) => part);
    const body = { file: sent, parts, digest: preview.digest, signer: preview.source.signer };
    const answers = await Promise.all(
      [1, 2].map(() => newOffice.as('admin').call(configurationBundle.apply, { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
