import { z } from 'zod';
import { missingOfficeText, officeLimits } from '#domain/office/office-limits.ts';
import { codeMessage, isCode } from '#domain/sheets/import-sheet.ts';
import { endpoint, idempotencyRefusals, oneLine, requiredText } from './endpoint.ts';
import { seenDigest } from './seen-state.ts';
import { sheetImportCalls } from './sheet-imports.ts';

/** Halls, windows, posts and user groups, edited in the portal or imported by sheet (decision 0169). */

/** A code that never changes once given: processes, documents and sheets refer to the object by it. */
export const officeCode = requiredText('请输入编码')
  .max(64, codeMessage)
  // Skips a missing or overlong code, which is refused already.
  .refine((text) => text === '' || text.length > 64 || isCode(text), codeMessage);
export const officeName = oneLine(
  requiredText(missingOfficeText.name).max(officeLimits.name, `名称不能超过${officeLimits.name}个字符`),
);
export const officeOrder = z
  .number('请输入顺序')
  .int('顺序应为整数')
  .min(0, '顺序不能小于0')
  .max(officeLimits.order, `顺序不能大于${officeLimits.order}`);
export const byCode = z.strictObject({ id: z.string().max(64) });
/** Returns the schema of the id of another object of the office; `message` is for a missing one. */
export const requiredId = (message: string) => requiredText(message).max(64);

/** Uses of an object of the office, such as 3 名人员. */
export const officeUses = z.object({
  uses: z.array(
    z.object({ what: z.string(), count: z.number().int(), isPeople: z.literal(true).optional() }),
  ),
});
export type OfficeUse = z.output<typeof officeUses>['uses'][number];

const storedFields = { id: z.string(), name: z.string(), sortBy: z.number().int(), digest: z.string() };
const editedFields = { name: officeName, sortBy: officeOrder };

function partCalls<Row extends z.ZodType, const Fields extends z.ZodRawShape>(
  name: string,
  title: string,
  { row, fields }: { row: Row; fields: Fields },
) {
  const path = `/api/administration/${name}`;
  return {
    list: endpoint({
      method: 'GET',
      reads: ['office', 'accounts'],
      path,
      summary: `${title}列表`,
      output: z.object({ rows: z.array(row) }),
    }),
    create: endpoint({
      method: 'POST',
      changes: ['office'],
      path,
      summary: `新建${title}`,
      body: z.strictObject({ code: officeCode, ...fields }),
      output: z.object({ id: z.string() }),
      refusals: ['forbidden', ...idempotencyRefusals],
    }),
    change: endpoint({
      method: 'PUT',
      changes: ['office'],
      path: `${path}/:id`,
      summary: `修改${title}`,
      params: byCode,
      body: z.strictObject({ ...fields, digest: seenDigest }),
      output: z.object({ id: z.string() }),
      refusals: ['notFound', 'dataChanged', 'forbidden', ...idempotencyRefusals],
    }),
    uses: endpoint({
      method: 'GET',
      reads: ['office', 'accounts'],
      path: `${path}/:id/uses`,
      summary: `${title}的使用情况`,
      params: byCode,
      output: officeUses,
    }),
    remove: endpoint({
      method: 'DELETE',
      changes: ['office'],
      path: `${path}/:id`,
      summary: `删除${title}`,
      params: byCode,
      output: z.object({}),
      refusals: ['notFound', 'forbidden', 'stillUsed', ...idempotencyRefusals],
    }),
  };
}

/** Number of people in service who work at the window, hold the post or belong to the group. */
const people = z.number().int();

export const HallRow = z.object({
  ...storedFields,
  orgId: z.string(),
  orgName: z.string(),
  areaCode: z.string(),
  windows: z.number().int(),
});
export type HallRow = z.output<typeof HallRow>;
export const WindowRow = z.object({
  ...storedFields,
  number: z.string(),
  hallId: z.string(),
  hallName: z.string(),
  people,
});
export type WindowRow = z.output<typeof WindowRow>;
export const PostRow = z.object({
  ...storedFields,
  orgId: z.string().nullable(),
  orgName: z.string().nullable(),
  people,
});
export type PostRow = z.output<typeof PostRow>;
export const GroupRow = z.object({ ...storedFields, applications: z.array(z.string()), people });
export type GroupRow = z.output<typeof GroupRow>;

export const officeHalls = partCalls('halls', '大厅', {
  row: HallRow,
  fields: { ...editedFields, orgId: requiredId(missingOfficeText.orgId) },
});
export const officeWindows = partCalls('windows', '窗口', {
  row: WindowRow,
  fields: {
    ...editedFields,
    number: oneLine(
      requiredText(missingOfficeText.number).max(
        officeLimits.number,
        `窗口号不能超过${officeLimits.number}个字符`,
      ),
    ),
    hallId: requiredId(missingOfficeText.hallId),
  },
});
export const officePosts = partCalls('posts', '岗位', {
  row: PostRow,
  fields: { ...editedFields, orgId: z.string().trim().max(64).nullable() },
});
export const officeGroups = partCalls('user-groups', '用户组', {
  row: GroupRow,
  fields: { ...editedFields, applications: z.array(z.string().max(64)).max(200) },
});

export const hallSheet = sheetImportCalls('halls', '大厅', 'office');
export const windowSheet = sheetImportCalls('windows', '窗口', 'office');
export const postSheet = sheetImportCalls('posts', '岗位', 'office');
export const groupSheet = sheetImportCalls('user-groups', '用户组', 'office');
