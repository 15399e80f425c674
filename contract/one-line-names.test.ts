import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { checkRole } from '#domain/access/role-rules.ts';
import { checkStaffEntry } from '#domain/access/staff-rules.ts';
import { ItemSettings } from './item-settings.ts';
import { items } from './items.ts';
import { officeOrganisations } from './office-organisations.ts';
import { officeGroups, officeHalls, officePosts, officeWindows } from './office-parts.ts';

const invalidNames = [
  '信访\n局',
  '信访\u0000局',
  '\u202e局访信',
  '信\u2066访局',
  '信访\u2028局',
  '信\t访局',
  '信\u0085局',
];
const messagesOf = (schema: z.ZodType, body: object, field: string) =>
  (schema.safeParse(body).error?.issues ?? [])
    .filter(({ path }) => path.join('.') === field)
    .map(({ message }) => message);

const bodies: [string, z.ZodType, string][] = [
  ['organisation', officeOrganisations.create.body, 'name'],
  ['organisation', officeOrganisations.change.body, 'address'],
  ['organisation', officeOrganisations.change.body, 'phone'],
  ['hall', officeHalls.create.body, 'name'],
  ['window', officeWindows.change.body, 'name'],
  ['window', officeWindows.create.body, 'number'],
  ['post', officePosts.create.body, 'name'],
  ['user group', officeGroups.create.body, 'name'],
  ['category', items.saveCategory.body, 'name'],
  ['item', ItemSettings, 'name'],
];

describe('names in request bodies', () => {
  test.each(bodies)('require a single line for a $0: $2', (_subject, schema, field) => {
    for (const name of invalidNames) {
      expect(messagesOf(schema, { [field]: name.padEnd(4, '局') }, field)).toEqual([
        '不能换行，也不能含有控制字符',
      ]);
    }
    expect(messagesOf(schema, { [field]: '信访局 A-1（新）𠮷' }, field)).toEqual([]);
  });

  test('require a single line for people and roles', () => {
    const entry = { account: 'zhoulan', orgId: 'x', landing: '/', title: '' };
    for (const name of invalidNames) {
      expect(checkStaffEntry({ ...entry, name })).toEqual([
        { field: 'name', message: '姓名不能换行，也不能含有控制字符' },
      ]);
      expect(checkStaffEntry({ ...entry, name: '周岚', title: name })[0]?.field).toBe('title');
      expect(checkRole({ name, permissions: [] })[0]?.field).toBe('name');
    }
    expect(checkStaffEntry({ ...entry, name: '阿依努尔·买买提' })).toEqual([]);
  });
});
