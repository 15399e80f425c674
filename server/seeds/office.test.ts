import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mayParticipateInMatters, Permission } from '#domain/access/actor.ts';
import { findPlannedAddress } from '#domain/addresses/planned-addresses.ts';
import { isIdCard } from '#domain/certificates/id-card.ts';
import { isMobile } from '#domain/certificates/phone.ts';
import { demoPassword } from '#server/kernel/config/config.ts';
import { listDemoAccounts, makeOneTimePassword } from './accounts.ts';
import { readRegions } from './data/regions.ts';
import { towns } from './demo/people.ts';
import { officeAreaCode, organisationPath, readOffice, readPermissions, readSeedText } from './office.ts';

const office = readOffice();
const permissions = readPermissions();
const activeStaff = office.staff.filter(({ disabled }) => !disabled);
/** Letters, digits and special characters, 6 to 18 of them (S0 §5). */
const passwordRule = /^(?=.*[A-Za-z])(?=.*\d)(?=.*[^A-Za-z0-9]).{6,18}$/;

describe('the demo office', () => {
  test('has three levels of organisations, two halls with windows and forty people', () => {
    const organisations = office.organisations.filter(({ kind }) => kind === 'organisation');
    const levels = organisations.map(({ id }) => organisationPath(office.organisations, id).level);
    expect(Math.max(...levels)).toBe(3);
    expect(organisations.length).toBeGreaterThanOrEqual(18);
    expect(office.halls.length).toBe(2);
    for (const hall of office.halls) {
      expect(office.windows.filter(({ hallId }) => hallId === hall.id).length).toBeGreaterThanOrEqual(3);
    }
    expect(activeStaff.length).toBe(40);
    expect(office.staff.length - activeStaff.length).toBe(1);
  });

  test('has eight offices of several people, and leaders in most of them who may initiate orders', () => {
    const permissionsOf = new Map(permissions.roles.map(({ code, permissions: ofRole }) => [code, ofRole]));
    const mayInitiate = ({ roles }: { roles: readonly string[] }) =>
      roles.includes('leader') &&
      roles.some((code) => permissionsOf.get(code)?.includes(Permission.initiate) === true);
    const officeOf = ({ orgId }: { orgId: string }) =>
      organisationPath(office.organisations, orgId).path.split('/')[2] ?? orgId;
    const sizes = Map.groupBy(activeStaff, officeOf);
    expect([...sizes.values()].filter(({ length }) => length >= 2).length).toBeGreaterThanOrEqual(8);
    expect(new Set(activeStaff.filter(mayInitiate).map(officeOf)).size).toBeGreaterThanOrEqual(6);
  });

  test('refers only to existing organisations, roles, positions, groups and windows', () => {
    const ids = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id));
    const organisations = ids(office.organisations);
    const departments = ids(office.organisations.filter(({ kind }) => kind === 'department'));
    const roles = new Set(permissions.roles.map(({ code }) => code));
    for (const { orgId } of [...office.halls, ...office.positions]) {
      if (orgId !== null) expect(organisations).toContain(orgId);
    }
    for (const person of office.staff) {
      expect(organisations).toContain(person.orgId);
      if (person.departmentId) expect(departments).toContain(person.departmentId);
      expect(person.roles.filter((code) => !roles.has(code))).toEqual([]);
      expect(person.positions.filter((id) => !ids(office.positions).has(id))).toEqual([]);
      expect(person.groups.filter((id) => !ids(office.groups).has(id))).toEqual([]);
      expect(person.windows.filter((id) => !ids(office.windows).has(id))).toEqual([]);
    }
  });

  test('has a person in every role, position and group', () => {
    const assignedIn = (property: 'roles' | 'positions' | 'groups' | 'windows') =>
      new Set(activeStaff.flatMap((person) => person[property]));
    expect(permissions.roles.filter(({ code }) => !assignedIn('roles').has(code))).toEqual([]);
    expect(office.positions.filter(({ id }) => !assignedIn('positions').has(id))).toEqual([]);
    expect(office.groups.filter(({ id }) => !assignedIn('groups').has(id))).toEqual([]);
  });

  test('gives its people valid and unique numbers', () => {
    for (const person of office.staff) {
      expect(isIdCard(person.idCard)).toBe(true);
      expect(isMobile(person.mobile)).toBe(true);
    }
    for (const property of ['id', 'account', 'idCard', 'mobile'] as const) {
      expect(new Set(office.staff.map((person) => person[property])).size).toBe(office.staff.length);
    }
  });

  test('is in a county and has towns of the region data', () => {
    const regions = new Map([...readRegions()].map(({ code, name }) => [code, name]));
    expect(regions.get(officeAreaCode)).toBe('淳安县');
    for (const { code, name } of towns) expect(regions.get(code)).toBe(name);
  });
});

const administratorRoles = ['config-admin', 'system-admin', 'security-admin', 'audit-admin'];

describe('roles and menus of the demo', () => {
  test('open no page that is not available yet', () => {
    expect(permissions.menus.filter(({ url }) => findPlannedAddress(url) !== undefined)).toEqual([]);
  });

  test('stand in the same order as the newest migration gives the menus of an installed portal', () => {
    const folder = new URL('../kernel/database/migrations/', import.meta.url);
    const newest = readdirSync(folder)
      .sort()
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .findLast((text) => text.includes('update menus m set sort_by') && text.includes("('first-steps', "));
    const { menus } = readPermissions('production');
    const ofBusiness = menus.filter(({ parentCode }) => parentCode === 'business');
    expect([...(newest ?? '').matchAll(/\('([a-z-]+)', \d+\)/g)].map(([, code]) => code)).toEqual(
      ofBusiness.map(({ code }) => code),
    );
  });

  test('refer to existing menus, and each start page is one of the menus of the person', () => {
    const urlOf = new Map(permissions.menus.map(({ code, url }) => [code, url]));
    for (const role of permissions.roles) {
      expect(role.menus.filter((code) => !urlOf.has(code))).toEqual([]);
    }
    for (const person of activeStaff) {
      const ownRoles = permissions.roles.filter(({ code }) => person.roles.includes(code));
      // Users without a page of their own see the first one by the order of S0 §2; portal administrators
      // have none.
      const ownPages = ownRoles.flatMap(({ menus }) => menus.map((code) => urlOf.get(code)));
      const isAdministrator = ownRoles.some(({ code }) => administratorRoles.includes(code));
      expect(isAdministrator ? ['/'] : ['/', ...ownPages]).toContain(person.landing);
    }
  });

  test('separate the three administrator roles', () => {
    const permissionsOf = (role: string) =>
      permissions.roles.find(({ code }) => code === role)?.permissions ?? [];
    expect(permissionsOf('system-admin')).not.toContain('role:manage');
    expect(permissionsOf('system-admin')).not.toContain('audit:read');
    expect(permissionsOf('security-admin')).not.toContain('staff:manage');
    expect(permissionsOf('audit-admin')).not.toContain('role:manage');
  });

  test('give operators no access to work orders and no menu for them', () => {
    for (const role of permissions.roles) {
      const { permissions: ofRole, menus, code } = role;
      expect(mayParticipateInMatters({ permissions: new Set(ofRole) })).toBe(
        !administratorRoles.includes(code),
      );
      if (!administratorRoles.includes(code)) continue;
      expect(ofRole.filter((permission) => /^(work-order|applicant):/.test(permission))).toEqual([]);
      expect(menus.length).toBeGreaterThan(0);
      const systems = permissions.menus.filter((menu) => menus.includes(menu.code));
      expect(new Set(systems.map(({ clientCode }) => clientCode))).toEqual(new Set(['business']));
    }
  });

  test('make the matter administrator the fallback handler of every process', () => {
    for (const key of ['petition-letter', 'congress-proposal', 'permit-application']) {
      const xml = readSeedText(`processes/${key}.bpmn`);
      expect(xml).toContain('administrator="role:matter-admin"');
    }
  });
});

describe('passwords of new accounts', () => {
  test('satisfy the password rule', () => {
    expect(demoPassword).toMatch(passwordRule);
    for (let round = 0; round < 50; round += 1) expect(makeOneTimePassword()).toMatch(passwordRule);
    expect(makeOneTimePassword()).not.toBe(makeOneTimePassword());
  });

  test('are listed with name, roles and organisation', () => {
    const accounts = listDemoAccounts(office, permissions);
    expect(accounts[0]).toMatchObject({
      account: 'zhangwei',
      password: demoPassword,
      name: '张伟',
      roles: ['窗口人员'],
      organisation: '淳安县信访局',
    });
    expect(accounts.filter(({ disabled }) => disabled).map(({ account }) => account)).toEqual(['jiangtao']);
  });
});
