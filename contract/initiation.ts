import { z } from 'zod';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { pageSizes } from '#domain/lists/limits.ts';
import { inputText } from '#domain/texts/input-texts.ts';
import { decisionRefusals } from '#domain/workflow/model/decision-refusals.ts';
import { ApplicantInput } from './applicant.ts';
import { endpoint, idempotencyRefusals, pageOf, pageQuery } from './endpoint.ts';
import { documentedFilters, numberChoice } from './list-filters.ts';
import { PetitionJudgement } from './petitions.ts';
import { SubmittedForm } from './submitted-form.ts';

/** Starting a work order, and the drafts before it (S1 §5, §7). */

/** Id of a draft; empty or null if there is no draft yet. */
const optionalDraftId = z
  .uuid()
  .or(z.literal(''))
  .nullish()
  .transform((id) => id || undefined);

/**
 * The unfinished order that blocks a second one of the same applicant and item, for a person who may read it.
 */
export const UnfinishedOrder = z.object({
  code: z.string(),
  title: z.string(),
  status: z.number().int(),
  statusLabel: z.string(),
  /** Reason why the person may not add materials to it now (补充材料); empty if they may. */
  noPapers: z.string(),
});
export type UnfinishedOrder = z.output<typeof UnfinishedOrder>;

/** Code of the order whose 复查 or 复核 this one is; checked at the start. */
const reviewOf = z
  .string()
  .max(40)
  .nullish()
  .transform((code) => code || undefined);

export const InitiateInput = z.strictObject({
  taskCode: z.string().max(60),
  /**
   * Version of the item that the person filled in; refused with a clear message if a newer one was published
   * since.
   */
  itemDeployId: z.string().max(60),
  applyer: ApplicantInput,
  workorderForms: z.array(SubmittedForm).max(20),
  /** The ways of submission, one or several, as a list or joined by commas; by default the item's (S1 §3). */
  serveType: z
    .union([z.string().max(100), z.array(z.string().max(20)).max(10)], { error: inputText.badFormat })
    .nullish()
    .transform((types) => (typeof types === 'string' ? types.split(',') : (types ?? undefined)))
    .transform((types) => types?.map((type) => type.trim()).filter((type) => type !== '')),
  /** The draft that this start consumes. */
  draftId: optionalDraftId,
  /** The judgement on similar petitions, required if there are any (docs/decisions/0234). */
  judgement: PetitionJudgement.nullish().transform((judgement) => judgement ?? undefined),
  reviewOf,
});
export type InitiateInput = z.output<typeof InitiateInput>;

export const InitiateResult = z.object({
  workorderId: z.uuid(),
  workorderCode: z.string(),
  /** Title of the order. */
  title: z.string(),
  message: z.string(),
  nextNodeNames: z.array(z.string()),
  /** Due date of the whole order; null if its process has no limit. */
  dueAt: z.iso.datetime().nullable(),
});
export type InitiateResult = z.output<typeof InitiateResult>;

const DraftContent = z.strictObject({
  taskCode: z.string().max(60),
  itemDeployId: z.string().max(60),
  applyer: z.record(z.string().max(60), z.unknown()),
  workorderForms: z.array(SubmittedForm).max(20),
  reviewOf,
});

/** The two states of an order that has not been started (S1 §4). */
const draftStates = [WorkOrderStatus.draft, WorkOrderStatus.draftDeleted] as const;

/** Ids of 36 characters joined by commas: at most as many as one page of the list. */
const draftIds = z.string().max(Math.max(...pageSizes) * 37);

export const DraftRow = z.object({
  id: z.uuid(),
  /** 0: draft; -1: deleted. */
  status: z.literal(draftStates),
  statusLabel: z.string(),
  /** Time until which a deleted draft can be restored; null for one that is not deleted. */
  keptUntil: z.iso.datetime().nullable(),
  taskCode: z.string(),
  itemName: z.string(),
  applicantName: z.string(),
  title: z.string(),
  /** The first words of the form values, which distinguish drafts without a title; empty if there are none. */
  excerpt: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type DraftRow = z.output<typeof DraftRow>;

export const initiation = {
  check: endpoint({
    method: 'GET',
    path: '/workorder/workorder/initiateProcess/check',
    summary: '申请权限校验（重复办件）',
    query: z.strictObject({
      itemDeployId: z.string().max(60).optional(),
      taskCode: z.string().max(60),
      /** Empty if the applicant shows no certificate; then there is nothing to compare. */
      certCode: z.string().max(60).default(''),
      certCategory: z.string().max(4).default('10'),
    }),
    /** `flag` true: the order may be started. */
    output: z.object({ flag: z.boolean(), msg: z.string(), order: UnfinishedOrder.nullable() }),
    refusals: ['notFound', 'tooManyRequests'],
  }),
  initiate: endpoint({
    method: 'POST',
    changes: ['orders', 'drafts'],
    path: '/workorder/workorder/initiateProcess',
    summary: '发起办件',
    body: InitiateInput,
    output: InitiateResult,
    refusals: [
      ...decisionRefusals,
      'formInvalid',
      'unfinishedOrderExists',
      'tooManyRequests',
      'busy',
      'itemNotAvailable',
      ...idempotencyRefusals,
    ],
  }),
  saveDraft: endpoint({
    method: 'POST',
    changes: ['drafts'],
    path: '/workorder/workorder/drafts',
    summary: '暂存草稿',
    body: DraftContent.extend({
      id: optionalDraftId,
      /**
       * `updatedAt` of the draft that the sender has; a newer one is not overwritten. Without it nothing is
       * compared.
       */
      over: z.iso.datetime().optional(),
      /** Random id of the page that sends it: a page may overwrite its own save, whose answer may have been lost. */
      pageId: z.string().max(60).optional(),
    }),
    output: z.object({ id: z.uuid(), updatedAt: z.iso.datetime() }),
    refusals: ['notFound', 'draftChanged', 'itemNotAvailable', ...idempotencyRefusals],
  }),
  draftList: endpoint({
    method: 'GET',
    reads: ['drafts'],
    path: '/workorder/workorder/drafts/list',
    summary: '草稿列表',
    query: z.strictObject({
      ...pageQuery,
      ...documentedFilters,
      sort: z.enum(['updatedAt', 'createdAt']).default('updatedAt'),
      keyword: z.string().max(100).optional(),
      status: numberChoice(draftStates).default(WorkOrderStatus.draft),
    }),
    output: pageOf(DraftRow),
  }),
  draft: endpoint({
    method: 'GET',
    /** Empty, because content typed in the meantime is newer than any answer. */
    reads: [],
    path: '/workorder/workorder/drafts/:workorderId',
    summary: '取草稿',
    carriesForms: true,
    params: z.strictObject({ workorderId: z.uuid() }),
    output: DraftRow.extend({
      itemDeployId: z.string(),
      applyer: z.record(z.string(), z.unknown()),
      /** Code of the order whose 复查 or 复核 it is to be; empty for any other start. */
      reviewOf: z.string(),
      /** `formCode` identifies the form if the item has a newer version of it. */
      workorderForms: z.array(
        z.object({ formId: z.string(), formCode: z.string(), content: z.record(z.string(), z.unknown()) }),
      ),
      /** Values without a place in the item's current forms, as text, which is empty for an encrypted field. */
      unplaced: z.array(z.object({ title: z.string(), text: z.string() })),
    }),
    refusals: ['notFound'],
  }),
  deleteDrafts: endpoint({
    method: 'POST',
    changes: ['drafts'],
    path: '/workorder/workorder/drafts/delete',
    summary: '删除草稿',
    encoding: 'form',
    body: z.strictObject({ ids: draftIds }),
    output: z.object({ deleted: z.number().int() }),
    refusals: ['notFound', ...idempotencyRefusals],
  }),
  restoreDrafts: endpoint({
    method: 'POST',
    changes: ['drafts'],
    path: '/api/drafts/restore',
    summary: '恢复草稿',
    body: z.strictObject({ ids: draftIds }),
    output: z.object({ restored: z.number().int() }),
    refusals: ['notFound', ...idempotencyRefusals],
  }),
};
