import { z } from 'zod';
import { items } from '#contract/items.ts';
import { can, Permission } from '#domain/access/actor.ts';
import { labelOfPermission } from '#domain/access/permission-labels.ts';
import { checkHolidayEdit, isEditableYear } from '#domain/calendar/holiday-edit.ts';
import { localDateOf, yearOf } from '#domain/calendar/local-date.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import {
  ArchiveSettingOfBundle,
  importFonds,
  importItem,
  listArchiveSettings,
} from '#server/modules/cases/archive/service.ts';
import { listCategories, upsertCategory } from '#server/modules/design/items/service.ts';
import { importRole, listRolesForBundle } from '#server/modules/operations/accounts/service.ts';
import { listHolidays, lockCalendar, upsertHolidays } from '#server/modules/organisation/holidays/service.ts';
import { type BundleChange, type Part, type PartImportResult, unreadableRowProblem } from './part.ts';

const kindOf = (isNew: boolean, fields: readonly unknown[]): BundleChange['kind'] => {
  if (isNew) return 'added';
  return fields.length > 0 ? 'changed' : 'same';
};
const changedFields = (fields: BundleChange['fields']) => fields.filter(({ was, now }) => was !== now);

const Category = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9-]{1,60}$/),
  ...items.saveCategory.body.pick({ name: true, sortBy: true }).shape,
});

export const categoriesPart: Part = {
  name: 'categories',
  read: async (db) => (await listCategories(db)).map(({ id, name, sortBy }) => ({ id, name, sortBy })),
  async importRows({ tx, actor }, rows) {
    const imported: PartImportResult = { changes: [], problems: [], notes: [] };
    const existing = new Map((await listCategories(tx)).map((category) => [category.id, category]));
    for await (const [index, row] of rows.entries()) {
      const parsed = Category.safeParse(row);
      if (!parsed.success) {
        imported.problems.push(unreadableRowProblem(`第 ${index + 1} 个分类`));
        continue;
      }
      const { id, name, sortBy } = parsed.data;
      const was = existing.get(id);
      // User groups refer to categories, so that their administrator may add categories; changing one needs
      // another administrator role.
      const isUnchanged = was !== undefined && !can(actor, Permission.publishItem);
      const fields = changedFields([
        { title: '名称', was: was?.name ?? '', now: name },
        { title: '顺序', was: was ? String(was.sortBy) : '', now: String(sortBy) },
      ]);
      if (isUnchanged) {
        imported.changes.push({ kind: 'same', key: id, name: was.name, fields: [] });
        if (fields.length > 0) imported.notes?.push(`“${was.name}”保持原样，名称和顺序由维护事项的人修改`);
        continue;
      }
      if (fields.length > 0) await upsertCategory(tx, parsed.data);
      imported.changes.push({ kind: kindOf(!was, fields), key: id, name, fields });
    }
    return imported;
  },
};

const Role = z.strictObject({
  code: z.string().max(64),
  name: z.string().max(200),
  permissions: z.array(z.string().max(64)).max(100),
  menus: z.array(z.string().max(64)).max(300),
});

export const rolesPart: Part = {
  name: 'roles',
  read: (db) => listRolesForBundle(db),
  async importRows({ tx, context, actor }, rows) {
    const imported: PartImportResult = { changes: [], problems: [], notes: [] };
    for await (const [index, row] of rows.entries()) {
      const parsed = Role.safeParse(row);
      if (!parsed.success) {
        imported.problems.push(unreadableRowProblem(`第 ${index + 1} 个角色`));
        continue;
      }
      const { code, name } = parsed.data;
      const role = await importRole(tx, context, actor.staffId, parsed.data);
      if (isRefusal(role)) {
        const messages = role.problems?.map(({ message }) => message) ?? ['您已没有管理角色的权限'];
        imported.problems.push(...messages.map((message) => ({ name, message })));
        continue;
      }
      if (role.ungrantedPermissions.length > 0) imported.notes?.push(`角色“${name}”的管理权限不随配置包导入`);
      if (role.fields.length > 0 && role.permissionsWithoutPage.length > 0)
        imported.notes?.push(
          `角色“${name}”没有“${role.permissionsWithoutPage.map(labelOfPermission).join('”“')}”对应的菜单`,
        );
      imported.changes.push({ kind: kindOf(!role.was, role.fields), key: code, name, fields: role.fields });
    }
    return imported;
  },
};

export const archivePart: Part = {
  name: 'archive',
  read: (db) => listArchiveSettings(db),
  async importRows({ tx, actor }, rows) {
    const imported: PartImportResult = { changes: [], problems: [] };
    for await (const [index, row] of rows.entries()) {
      const parsed = ArchiveSettingOfBundle.safeParse(row);
      if (!parsed.success) {
        imported.problems.push(unreadableRowProblem(`第 ${index + 1} 项归档设置`));
        continue;
      }
      const setting = parsed.data;
      const key = setting.kind === 'fonds' ? setting.orgId : setting.taskCode;
      const outcome =
        setting.kind === 'fonds'
          ? await importFonds(tx, actor, setting)
          : await importItem(tx, actor, setting);
      if (outcome) {
        const { name, isNew, fields } = outcome;
        imported.changes.push({ kind: kindOf(isNew, fields), key, name, fields });
      } else {
        const isOfOrg = setting.kind === 'fonds';
        imported.problems.push({
          name: key,
          message: `没有这个${isOfOrg ? '机构' : '事项'}，或不在您负责归档的范围内`,
          missing: isOfOrg ? 'org' : 'item',
        });
      }
    }
    return imported;
  },
};

const Holiday = z.strictObject({
  day: z.iso.date(),
  kind: z.enum(['holiday', 'workday']),
  name: z.string().trim(),
});
const holidayLabel = { holiday: '放假', workday: '上班' } as const;

export const holidaysPart: Part = {
  name: 'holidays',
  read: async (db) => (await listHolidays(db)).map(({ day, kind, name }) => ({ day, kind, name })),
  async importRows({ tx, context }, rows) {
    const imported: PartImportResult = { changes: [], problems: [] };
    const today = localDateOf(context.now());
    const unchangedYears = new Set<number>();
    await lockCalendar(tx);
    const existing = new Map((await listHolidays(tx)).map((row) => [row.day, row]));
    for await (const [index, row] of rows.entries()) {
      const parsed = Holiday.safeParse(row);
      if (!parsed.success) {
        imported.problems.push(unreadableRowProblem(`第 ${index + 1} 天`));
        continue;
      }
      const { day, kind, name } = parsed.data;
      const was = existing.get(day);
      const fields = changedFields([
        { title: '安排', was: was ? holidayLabel[was.kind] : '', now: holidayLabel[kind] },
        { title: '名称', was: was?.name ?? '', now: name },
      ]);
      // Days of past years, and of years far ahead, cannot be changed on the page either (0085).
      const isUnchanged = fields.length > 0 && !isEditableYear(yearOf(day), today);
      if (isUnchanged) unchangedYears.add(yearOf(day));
      else if (fields.length > 0) {
        const problems = checkHolidayEdit({ from: day, to: day, kind, name }, today);
        imported.problems.push(...problems.map(({ message }) => ({ name: day, message })));
        if (problems.length === 0) await upsertHolidays(tx, [parsed.data]);
      }
      const change = isUnchanged
        ? { kind: 'same' as const, fields: [] }
        : { kind: kindOf(!was, fields), fields };
      imported.changes.push({ ...change, key: day, name: `${day} ${name}` });
    }
    const notes = [...unchangedYears].sort().map((year) => `${year}年的安排不能修改，不随配置包导入`);
    return { ...imported, notes };
  },
};
