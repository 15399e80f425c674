import { z } from 'zod';
import { missingOfficeText, officeLimits } from '#domain/office/office-limits.ts';
import { endpoint, idempotencyRefusals, oneLine, requiredText } from './endpoint.ts';
import { byCode, officeCode, officeName, officeUses, requiredId } from './office-parts.ts';
import { seenDigest } from './seen-state.ts';
import { sheetImportCalls } from './sheet-imports.ts';

/** The tree of organisations and departments, as its administrator edits it (decision 0169). */

const kind = z.enum(['organisation', 'department']);

export const EditableOrganisation = z.object({
  /** Code of the organisation; it never changes. */
  id: z.string(),
  name: z.string(),
  kind,
  parent: z.string().nullable(),
  areaCode: z.string(),
  areaName: z.string(),
  address: z.string(),
  phone: z.string(),
  level: z.number().int(),
  sortBy: z.number().int(),
  enabled: z.boolean(),
  /** Number of people in service, in the organisation or in the department. */
  people: z.number().int(),
  digest: z.string(),
});
export type EditableOrganisation = z.output<typeof EditableOrganisation>;

const fields = {
  name: officeName,
  kind,
  areaCode: requiredText(missingOfficeText.areaCode).max(12),
  address: oneLine(
    z.string().trim().max(officeLimits.address, `地址不能超过${officeLimits.address}个字符`),
  ).default(''),
  phone: oneLine(
    z.string().trim().max(officeLimits.phone, `电话不能超过${officeLimits.phone}个字符`),
  ).default(''),
};

const path = '/api/administration/organisations';
const ChangedId = z.object({ id: z.string() });

export const officeOrganisations = {
  list: endpoint({
    method: 'GET',
    reads: ['office', 'accounts'],
    path,
    summary: '机构管理：全部机构',
    output: z.object({ rows: z.array(EditableOrganisation) }),
  }),
  create: endpoint({
    method: 'POST',
    changes: ['office'],
    path,
    summary: '新建机构',
    body: z.strictObject({ code: officeCode, parentId: requiredId(missingOfficeText.parentId), ...fields }),
    output: ChangedId,
    refusals: ['forbidden', ...idempotencyRefusals],
  }),
  change: endpoint({
    method: 'PUT',
    changes: ['office'],
    path: `${path}/:id`,
    summary: '修改机构',
    params: byCode,
    body: z.strictObject({ ...fields, digest: seenDigest }),
    output: ChangedId,
    refusals: ['notFound', 'dataChanged', 'forbidden', ...idempotencyRefusals],
  }),
  /** Moves an organisation under a parent, before one of its children or after all of them. */
  move: endpoint({
    method: 'POST',
    changes: ['office'],
    path: `${path}/:id/move`,
    summary: '移动机构',
    params: byCode,
    body: z.strictObject({
      parentId: requiredId(missingOfficeText.parentId),
      before: z.string().max(64).nullable(),
    }),
    output: ChangedId,
    refusals: ['notFound', 'forbidden', ...idempotencyRefusals],
  }),
  disable: endpoint({
    method: 'POST',
    changes: ['office'],
    path: `${path}/:id/disable`,
    summary: '停用机构',
    params: byCode,
    output: ChangedId,
    refusals: ['notFound', 'forbidden', 'stillUsed', ...idempotencyRefusals],
  }),
  enable: endpoint({
    method: 'POST',
    changes: ['office'],
    path: `${path}/:id/enable`,
    summary: '启用机构',
    params: byCode,
    output: ChangedId,
    refusals: ['notFound', 'forbidden', ...idempotencyRefusals],
  }),
  uses: endpoint({
    method: 'GET',
    reads: ['office', 'accounts'],
    path: `${path}/:id/uses`,
    summary: '机构的使用情况',
    params: byCode,
    /** `currentUses` prevent disabling, `uses` deleting. */
    output: officeUses.extend({ currentUses: officeUses.shape.uses }),
  }),
  remove: endpoint({
    method: 'DELETE',
    changes: ['office'],
    path: `${path}/:id`,
    summary: '删除机构',
    params: byCode,
    output: z.object({}),
    refusals: ['notFound', 'forbidden', 'stillUsed', ...idempotencyRefusals],
  }),
};

export const organisationSheet = sheetImportCalls('organisations', '机构', 'office');
