import { z } from 'zod';
import { bundleLimit, bundlePartNames } from '#domain/office/bundle-parts.ts';
import { missingRecords } from '#domain/refusals/missing-record.ts';
import { endpoint, idempotencyRefusals } from './endpoint.ts';

/**
 * The configuration of an office as a signed file: exported here, inspected and imported there (decision
 * 0176).
 */

const maxBody = Math.ceil((bundleLimit.bytes * 4) / 3) + 4_096;
const file = z.string().min(1, '请选择办公配置包').max(maxBody, '办公配置包不能超过 4 MB');
const Part = z.enum(bundlePartNames);
const parts = z.array(Part).min(1, '请选择要导入的内容').max(bundlePartNames.length);

const Change = z.object({
  kind: z.enum(['added', 'changed', 'same']),
  key: z.string(),
  name: z.string(),
  /** Differences: `was` before the import, `now` after it. */
  fields: z.array(z.object({ title: z.string(), was: z.string(), now: z.string() })),
});
const PartPreview = z.object({
  part: Part,
  title: z.string(),
  /** True if the caller may import it. */
  allowed: z.boolean(),
  /** Names of the roles that may import it. */
  by: z.string(),
  /** True if the part was compared; for any other part only the bundle's rows are counted. */
  compared: z.boolean(),
  /** Notes on content that is imported with changes, with the reason. */
  notes: z.array(z.string()),
  rows: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
  changes: z.array(Change),
});
export type BundlePartPreview = z.output<typeof PartPreview>;

const BundleProblem = z.object({
  part: Part,
  name: z.string(),
  message: z.string(),
  /** The kind of record that is missing here, if that is the problem. */
  missing: z.enum(missingRecords).optional(),
});
export type BundleProblem = z.output<typeof BundleProblem>;

export const configurationBundle = {
  exportBundle: endpoint({
    method: 'GET',
    path: '/api/administration/office-package',
    summary: '导出办公配置包',
    query: z.strictObject({
      /** Names of parts, joined by commas; all by default. */
      parts: z
        .string()
        .max(300)
        .regex(/^[a-z]+(,[a-z]+)*$/, '内容名称不正确')
        .optional(),
    }),
    output: z.object({
      fileName: z.string(),
      file: z.string(),
      /** The fingerprint that the other office must compare. */
      signer: z.string(),
    }),
    refusals: ['forbidden'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/administration/office-package/preview',
    summary: '预览办公配置包导入',
    /** Without `parts`, all parts that the caller may import are compared. */
    body: z.strictObject({ file, parts: parts.optional() }),
    output: z.object({
      digest: z.string(),
      source: z.object({
        office: z.string(),
        signer: z.string(),
        at: z.string(),
        version: z.string(),
        isOwn: z.boolean(),
        /** True if a person confirmed the signer before. */
        isKnown: z.boolean(),
      }),
      parts: z.array(PartPreview),
      wrong: z.number().int(),
      problems: z.array(BundleProblem),
    }),
    refusals: ['forbidden'],
    mutates: false,
    maxBodyBytes: maxBody + 2_048,
  }),
  apply: endpoint({
    method: 'POST',
    changes: [
      'office',
      'roles',
      'rules',
      'shared-elements',
      'forms',
      'processes',
      'items',
      'templates',
      'numbers',
      'archive',
      'holidays',
    ],
    path: '/api/administration/office-package/apply',
    summary: '导入办公配置包',
    body: z.strictObject({
      file,
      parts,
      digest: z.string().max(64),
      /** The fingerprint of a signer that is not confirmed yet, after the person has compared it. */
      signer: z.string().max(80).optional(),
    }),
    output: z.object({ added: z.number().int(), changed: z.number().int() }),
    refusals: ['forbidden', 'sheetStale', ...idempotencyRefusals],
    maxBodyBytes: maxBody + 2_048,
  }),
};
