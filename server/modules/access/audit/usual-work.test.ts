import { expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { archive } from '#contract/archive.ts';
import { documentTemplates } from '#contract/document-templates.ts';
import { holidays } from '#contract/holidays.ts';
import { items } from '#contract/items.ts';
import { loginPolicy } from '#contract/login-policy.ts';
import { messageTemplates } from '#contract/message-templates.ts';
import { officeOrganisations } from '#contract/office-organisations.ts';
import { grants, people } from '#contract/people.ts';
import { roleEditing } from '#contract/role-editing.ts';
import { session } from '#contract/session.ts';
import { substitutes } from '#contract/substitutes.ts';
import { demoPassword } from '#server/kernel/config/config.ts';
import { testOffice } from '#test/world/office.ts';
import { recordUnauditedRows } from './service.ts';
import { verifyAudit } from './verify.ts';

/**
 * Tests a day of an office's administration, after which `audit:verify` must have no findings
 * (docs/decisions/0209).
 */

const office = await testOffice();
const { db, crypto } = office.context;
const [system, security, config] = [office.as('tianye'), office.as('dongmei'), office.as('xiaohan')];

async function changePeople(): Promise<void> {
  const params = { id: 'staff-lina' };
  const detail = await system.done(people.detail, { params });
  const { account, landing, digest } = detail;
  const body = {
    account,
    landing,
    digest,
    name: '李娜娜',
    title: '主任',
    orgId: '330127-rsj',
    leavesTasks: true,
  };
  await system.done(people.edit, { params, body });
  const entry = { account: 'newcomer', name: '新来', orgId: '330127-xfj' };
  const { id } = await system.done(people.create, { body: entry });
  await system.done(accounts.disable, { params: { id }, body: { reason: '未到岗' } });
  await system.done(accounts.enable, { params: { id } });
  await system.done(accounts.resetPassword, { params: { id } });
  await office.as('liuyang').done(session.changePassword, {
    query: { mark: 'password', method: 'put' },
    body: { oldpassword: demoPassword, password: 'Another#2026x' },
  });
}

async function changeRoles(): Promise<void> {
  const role = { code: 'passing', name: '临时', menus: [], permissions: ['list-view:share'] };
  await security.done(roleEditing.create, { body: role });
  const params = { id: 'staff-zhangwei' };
  const grantRoles = async (...roles: string[]) => {
    const { digest } = await security.done(grants.detail, { params });
    await security.done(grants.set, { params, body: { roles, digest, leavesTasks: true } });
  };
  await grantRoles('window-clerk', 'passing');
  const { digest } = await security.done(roleEditing.detail, { params: { code: 'passing' } });
  const { code: _code, ...edited } = { ...role, permissions: [] };
  await security.done(roleEditing.edit, { params: { code: 'passing' }, body: { ...edited, digest } });
  await grantRoles('window-clerk');
  await security.done(roleEditing.remove, { params: { code: 'passing' } });
  await security.done(loginPolicy.save, {
    body: {
      passwordMaxAgeDays: 90,
      passwordWarnDays: 7,
      secondFactorAfterSignOn: true,
      obligedRoles: ['handler', 'audit-admin'],
    },
  });
}

async function changeOffice(): Promise<void> {
  await office
    .as('fangning')
    .done(archive.saveFonds, { body: { orgId: '330127-xfj', code: 'Z009', name: '信访' } });
  const fields = { name: '新机构', kind: 'organisation', areaCode: '330127', address: '', phone: '' };
  const body = { ...fields, code: 'new-org', parentId: '10002' };
  const { id } = await system.done(officeOrganisations.create, { body });
  await system.done(officeOrganisations.change, { params: { id }, body: { ...fields, name: '新机构二' } });
  await system.done(officeOrganisations.move, {
    params: { id },
    body: { parentId: '330127-xfj', before: null },
  });
  await system.done(officeOrganisations.move, {
    params: { id: '330127-xfj-dck' },
    body: { parentId: '330127-rsj', before: null },
  });
  await system.done(officeOrganisations.disable, { params: { id } });
  await system.done(officeOrganisations.remove, { params: { id } });
  const days = { startsOn: '2026-03-02', endsOn: '2026-03-06' };
  const zhaomin = office.as('zhaomin');
  const rule = await zhaomin.done(substitutes.set, {
    body: { substituteId: 'staff-hudong', reason: '出差', takesOpen: true, ...days },
  });
  await zhaomin.done(substitutes.end, { params: { id: rule.id } });
}

async function changeMatters(): Promise<void> {
  const { id } = await config.done(items.saveCategory, { body: { name: '新类', sortBy: 9 } });
  await config.done(items.removeCategory, { body: { id } });
  const { settings } = await config.done(items.read, { query: { taskCode: 'petition-letter' } });
  await config.done(items.publish, { body: { ...settings, summary: '改过的简介' } });
  await config.done(items.disable, { body: { taskCode: 'petition-letter' } });
  const days = { from: '2026-03-09', to: '2026-03-10' };
  const keyOf = async (kind: 'holiday' | 'none') =>
    (await config.done(holidays.effect, { query: { ...days, kind } })).key;
  await config.done(holidays.set, {
    body: { ...days, kind: 'holiday', name: '临时放假', effectKey: await keyOf('holiday') },
  });
  await config.done(holidays.remove, { body: { ...days, effectKey: await keyOf('none') } });
  const preset = await config.done(messageTemplates.savePreset, {
    body: { name: '补件', content: '请补充材料' },
  });
  await config.done(messageTemplates.savePreset, {
    body: { id: preset.id, name: '补件', content: '请尽快补充' },
  });
  await config.done(messageTemplates.removePreset, { params: { id: preset.id } });
  const { rows } = await config.done(documentTemplates.list);
  const template = rows.find(({ state }) => state === 'published');
  await config.done(documentTemplates.disable, {
    body: { id: template?.id, over: template?.savedAt, state: 'published' },
  });
}

test('the usual work of administrators leaves no findings in the verification', async () => {
  await recordUnauditedRows(office.context, undefined);
  for (const change of [changePeople, changeRoles, changeOffice, changeMatters]) {
    const before = await db.selectFrom('audit_links').select('seq').where('chain', '=', 'record').execute();
    await change();
    const after = await db.selectFrom('audit_links').select('seq').where('chain', '=', 'record').execute();
    expect(after.length, change.name).toBeGreaterThan(before.length);
    expect(
      (await verifyAudit(db, crypto)).findings.map(({ chinese }) => chinese),
      change.name,
    ).toEqual([]);
  }
  expect(await db.selectFrom('record_changes').selectAll().execute()).toEqual([]);
});
