import { z } from 'zod';
import { maxDefinitionText } from '#domain/workflow/model/limits.ts';
import { handlerKinds } from '#domain/workflow/steps/step-plan.ts';
import { endpoint, idempotencyRefusals } from './endpoint.ts';
import { seenVersion } from './seen-state.ts';
import { sheetImportCalls } from './sheet-imports.ts';
import { StepPlanShape } from './step-plan.ts';

/** Process definitions: publishing with checks, and the diagram (S0 §7 "Business"). */

export const ProcessRow = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  version: z.number().int(),
  publishedAt: z.iso.datetime(),
  publishedBy: z.string(),
});
export type ProcessRow = z.output<typeof ProcessRow>;

const Finding = z.object({ field: z.string(), message: z.string() });
const Named = z.object({ taskCode: z.string(), name: z.string() });

/** A process with the items and orders that use it. */
export const ProcessInUse = ProcessRow.extend({
  /** Available items that start orders on it. */
  items: z.array(Named),
  /** Number of unfinished orders, of every version or of this one. */
  running: z.number().int(),
});
export type ProcessInUse = z.output<typeof ProcessInUse>;

/** A form as a step configures it: its fields, and the conditions that may refer to them. */
const FormOfSteps = z.object({
  code: z.string(),
  name: z.string(),
  fields: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      kind: z.string(),
      /** Columns, or fields inside the field, with their paths and the titles of those around them. */
      inner: z.array(z.object({ path: z.string(), title: z.string() })),
      /** True if the field can have several values. */
      several: z.boolean(),
      options: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
  ),
});
export type FormOfSteps = z.output<typeof FormOfSteps>;

export const processes = {
  xml: endpoint({
    method: 'GET',
    reads: [],
    path: '/iflow-config/processes/model/:id/xml',
    summary: '流程图 XML',
    params: z.strictObject({ id: z.string().max(100) }),
    output: z.object({ id: z.string(), key: z.string(), version: z.number().int(), xml: z.string() }),
    refusals: ['notFound'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/processes',
    summary: '流程定义列表',
    output: z.object({ rows: z.array(ProcessRow) }),
  }),
  lint: endpoint({
    method: 'POST',
    reads: [],
    path: '/api/processes/lint',
    summary: '检查流程定义',
    body: z.strictObject({ xml: z.string().max(maxDefinitionText) }),
    /** `hints`: parts that were added or ignored; they do not prevent publishing. */
    output: z.object({
      problems: z.array(Finding),
      hints: z.array(Finding),
      /** The process of the file with its current version number; null if the file contains no process. */
      process: z
        .object({ key: z.string(), name: z.string(), current: z.number().int().nullable() })
        .nullable(),
      /** Changes against the current version; empty if there is none. */
      changes: z.array(z.object({ part: z.string(), before: z.string(), after: z.string() })),
    }),
    mutates: false,
  }),
  /** Lists each process once, by its current version. */
  overview: endpoint({
    method: 'GET',
    reads: ['processes', 'items'],
    path: '/api/processes/overview',
    summary: '流程及使用情况',
    output: z.object({ rows: z.array(ProcessInUse) }),
  }),
  /** Lists the versions of one process, the newest first. */
  versions: endpoint({
    method: 'GET',
    reads: ['processes', 'items'],
    path: '/api/processes/versions',
    summary: '流程版本',
    query: z.strictObject({ key: z.string().max(200) }),
    output: z.object({ rows: z.array(ProcessInUse) }),
    refusals: ['notFound'],
  }),
  /** Returns the content of one version as text. */
  version: endpoint({
    method: 'GET',
    reads: ['processes', 'items', 'forms'],
    path: '/api/processes/version',
    summary: '流程内容',
    query: z.strictObject({ id: z.string().max(200) }),
    output: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          handlers: z.array(z.string()),
          limit: z.string(),
          buttons: z.array(z.string()),
        }),
      ),
      /** The plan in steps; null if the process was not written in steps. */
      plan: StepPlanShape.nullable(),
    }),
    refusals: ['notFound'],
  }),
  /** Finds the people who can be named as the handler of a step; a hundred at most. */
  handlers: endpoint({
    method: 'GET',
    reads: ['accounts', 'roles', 'office'],
    path: '/api/processes/handlers',
    summary: '选择步骤处理人',
    query: z.strictObject({ kind: z.enum(handlerKinds), name: z.string().trim().max(64).default('') }),
    output: z.object({
      rows: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** Organisation of a person; empty for other candidates. */
          orgName: z.string(),
          /** True if at least one person in service who may handle matters belongs to the candidate. */
          staffed: z.boolean(),
        }),
      ),
    }),
  }),
  forms: endpoint({
    method: 'GET',
    reads: ['forms'],
    path: '/api/processes/forms',
    summary: '步骤可用的表单',
    output: z.object({ rows: z.array(FormOfSteps) }),
  }),
  publish: endpoint({
    method: 'POST',
    changes: ['processes'],
    path: '/api/processes',
    summary: '发布流程定义',
    body: z.strictObject({
      xml: z.string().max(maxDefinitionText),
      /** The newest version as the sender saw it, 0 for a new process; without it nothing is compared. */
      over: seenVersion.optional(),
    }),
    output: ProcessRow,
    refusals: ['definitionInvalid', 'dataChanged', 'forbidden', ...idempotencyRefusals],
  }),
};

/** The steps of all processes written in steps, as a sheet with one row per step (decision 0171). */
export const stepSheet = sheetImportCalls('process-steps', '流程步骤', 'processes');
