import { z } from 'zod';
import { endpoint, idempotencyRefusals } from './endpoint.ts';
import { seenVersion } from './seen-state.ts';
import { sheetImportCalls } from './sheet-imports.ts';

/** Forms, as the configuration administrator edits them (docs/decisions/0171). */

const Problem = z.object({ field: z.string(), message: z.string() });

export const FormVersion = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  version: z.number().int(),
  publishedAt: z.iso.datetime(),
  publishedBy: z.string(),
  /** Available items whose orders start with this version; for a form, with any version. */
  items: z.array(z.string()),
});
export type FormVersion = z.output<typeof FormVersion>;

/** The model as JSON text: the form rules validate its content and report every problem with its place. */
const model = z.strictObject({ json: z.string().max(1_000_000) });

export const forms = {
  list: endpoint({
    method: 'GET',
    reads: ['forms', 'items'],
    path: '/api/forms',
    summary: '表单列表',
    output: z.object({ rows: z.array(FormVersion.extend({ fields: z.number().int() })) }),
  }),
  versions: endpoint({
    method: 'GET',
    reads: ['forms', 'items'],
    path: '/api/forms/versions',
    summary: '表单版本',
    query: z.strictObject({ code: z.string().max(200) }),
    output: z.object({ rows: z.array(FormVersion) }),
    refusals: ['notFound'],
  }),
  version: endpoint({
    method: 'GET',
    reads: ['forms', 'items'],
    path: '/api/forms/version',
    summary: '表单内容',
    query: z.strictObject({ id: z.string().max(200) }),
    /** The form model as published. */
    output: z.object({ model: z.unknown() }),
    refusals: ['notFound'],
  }),
  uses: endpoint({
    method: 'GET',
    reads: ['forms', 'items'],
    path: '/api/forms/uses',
    summary: '字段的用处',
    query: z.strictObject({ code: z.string().max(200) }),
    /** The fields of the newest version that items, processes or templates of documents use. */
    output: z.object({
      rows: z.array(z.object({ field: z.string(), title: z.string(), uses: z.array(z.string()) })),
    }),
    refusals: ['notFound'],
  }),
  check: endpoint({
    method: 'POST',
    reads: [],
    path: '/api/forms/check',
    summary: '检查表单',
    body: model,
    output: z.object({
      problems: z.array(Problem),
      /** Uses of fields that the model no longer has; they do not prevent publishing. */
      hints: z.array(Problem),
      form: z.object({ code: z.string(), name: z.string(), current: z.number().int().nullable() }).nullable(),
      /** Changes against the current version. */
      changes: z.array(z.object({ part: z.string(), before: z.string(), after: z.string() })),
    }),
    mutates: false,
  }),
  readSchema: endpoint({
    method: 'POST',
    reads: [],
    path: '/api/forms/read-schema',
    summary: '读取其他产品的表单',
    /** A schema of Formily, form-js or SurveyJS as text. */
    body: model,
    output: z.object({
      /** Why nothing was read. */
      problems: z.array(Problem),
      /** The form as a draft; nothing is stored. */
      draft: z
        .object({
          /** The product whose shape was recognised. */
          shape: z.string(),
          model: z.unknown(),
          /** Parts that were not taken or were changed, by their places in the text. */
          leftOut: z.array(z.object({ path: z.string(), message: z.string() })),
          /** Problems of the draft that prevent its publication. */
          unfinished: z.array(Problem),
        })
        .nullable(),
    }),
    mutates: false,
  }),
  publish: endpoint({
    method: 'POST',
    changes: ['forms', 'shared-elements'],
    path: '/api/forms',
    summary: '发布表单',
    /** The newest version as the sender saw it, 0 for a new form; without it nothing is compared. */
    body: model.extend({ over: seenVersion.optional() }),
    output: z.object({ id: z.string(), code: z.string(), version: z.number().int() }),
    refusals: ['definitionInvalid', 'dataChanged', 'forbidden', ...idempotencyRefusals],
  }),
};

/** The fields of all forms as a sheet, one row per field (decision 0169). */
export const fieldSheet = sheetImportCalls('form-fields', '表单字段', 'forms');
