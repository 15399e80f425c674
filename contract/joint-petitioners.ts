import { z } from 'zod';
import { sheetLimits } from '#domain/sheets/import-sheet.ts';
import { endpoint, idempotencyRefusals } from './endpoint.ts';
import { SheetProblem, Workbook } from './sheet-imports.ts';
import { workOrderCode } from './work-orders.ts';

/** The list of names of a joint petition (docs/decisions/0234). */

const JointPetitioner = z.object({
  /** Number in the list, from 1. */
  number: z.number().int(),
  /** Masked, like the numbers. */
  name: z.string(),
  certCode: z.string(),
  mobile: z.string(),
  isRepresentative: z.boolean(),
});

const params = z.strictObject({ workorderCode: workOrderCode });
const base = '/api/work-orders/:workorderCode/joint-petitioners';
const maxBody = Math.ceil((sheetLimits.bytes * 4) / 3) + 2_048;
const body = z.strictObject({ file: z.string().min(1, '请选择要导入的文件').max(maxBody, '文件过大') });

export const jointPetitioners = {
  list: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: base,
    summary: '联名信访人名单',
    params,
    output: z.object({
      rows: z.array(JointPetitioner),
      /** True if this person may import a list now. */
      mayImport: z.boolean(),
      /** True if this person may see the names and numbers in full. */
      mayReveal: z.boolean(),
      maxRepresentatives: z.number().int(),
    }),
  }),
  reveal: endpoint({
    method: 'POST',
    changes: [],
    path: `${base}/reveal`,
    summary: '查看联名信访人敏感信息',
    params,
    /** The list in full, for a person with the permission. */
    output: z.object({ rows: z.array(JointPetitioner) }),
    refusals: ['forbidden', 'tooManyRequests'],
  }),
  export: endpoint({
    method: 'POST',
    changes: [],
    path: `${base}/export`,
    summary: '导出联名信访人名单',
    params,
    /** True for the names and numbers in full, which needs the permission and is recorded. */
    body: z.strictObject({ full: z.boolean().default(false) }),
    output: Workbook,
    refusals: ['forbidden', 'tooManyRequests'],
  }),
  template: endpoint({
    method: 'GET',
    path: `${base}/template`,
    summary: '联名信访人名单导入模板',
    params,
    output: Workbook,
  }),
  preview: endpoint({
    method: 'POST',
    path: `${base}/preview`,
    summary: '预览联名信访人名单',
    mutates: false,
    params,
    body,
    output: z.object({
      people: z.number().int(),
      representatives: z.array(z.string()),
      problems: z.array(SheetProblem),
    }),
    refusals: ['forbidden'],
    maxBodyBytes: maxBody + 1_024,
  }),
  import: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: base,
    summary: '导入联名信访人名单',
    params,
    body,
    output: z.object({ people: z.number().int() }),
    refusals: ['forbidden', 'orderEnded', ...idempotencyRefusals],
    maxBodyBytes: maxBody + 1_024,
  }),
};
