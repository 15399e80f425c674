import { z } from 'zod';
import { judgements, manualLinks, PetitionLink, petitionLimits } from '#domain/petitions/petition-links.ts';
import { comparedLength } from '#domain/petitions/similar-words.ts';
import { endpoint, idempotencyRefusals, requiredText } from './endpoint.ts';
import { DueLight } from './list-columns.ts';
import { workOrderCode } from './work-orders.ts';

/** Repeat petitions, links between petitions, and the stages 复查 and 复核 (docs/decisions/0234). */

/** An earlier petition that a new one may repeat, with the reasons; only orders that the reader may read. */
const SimilarPetition = z.object({
  workorderCode: z.string(),
  title: z.string(),
  /** Masked, as in every list. */
  applicantName: z.string(),
  /** The day of the start, as `YYYY-MM-DD`. */
  startedOn: z.iso.date(),
  /** The way of submission. */
  serveType: z.string(),
  status: z.number().int(),
  statusLabel: z.string(),
  ended: z.boolean(),
  /** True if the petitioner is the same person. */
  samePerson: z.boolean(),
  /** Reason for the same person (同一证件号码), or the region of the same matter (同在汾口镇). */
  reason: z.string(),
  /** Words that both petitions contain, the longest first; empty for the same person with another matter. */
  words: z.array(z.string()),
  /** True if the matter has been through all stages, so that a repetition needs new facts. */
  concluded: z.boolean(),
});
export type SimilarPetition = z.output<typeof SimilarPetition>;

const SimilarPetitions = z.object({
  /** Months in which earlier petitions were compared; 0 if the item does not compare. */
  months: z.number().int(),
  rows: z.array(SimilarPetition),
});

/** The judgement of the person who registers a petition (查重判断). */
export const PetitionJudgement = z.strictObject({
  result: z.enum(judgements, { error: '请判断是否重复信访' }),
  /** Code of the order that the petition repeats or is related to; empty for a new matter. */
  earlierCode: z.string().max(40).default(''),
  /** New facts and reasons, for a repetition of a matter that has been through all stages. */
  newFacts: z.string().max(petitionLimits.reason).default(''),
});
export type PetitionJudgement = z.output<typeof PetitionJudgement>;

const LinkedOrder = z.object({
  linkId: z.uuid(),
  kind: z.enum(PetitionLink),
  /** What the link calls the other order: 原信访件, 复查 … */
  label: z.string(),
  /** Empty if the reader may not open it, like the title. */
  workorderCode: z.string(),
  title: z.string(),
  status: z.number().int(),
  statusLabel: z.string(),
  /** Reason of the person who made the link; empty if none was given. */
  note: z.string(),
  madeBy: z.string(),
  madeAt: z.iso.datetime(),
  /** True if this person may remove the link. */
  removable: z.boolean(),
});
export type LinkedOrder = z.output<typeof LinkedOrder>;

const PetitionFacts = z.object({
  /** The judgement at registration; null if nothing similar was found then. */
  judgement: z
    .object({
      label: z.string(),
      newFacts: z.string(),
      judgedBy: z.string(),
      judgedAt: z.iso.datetime(),
    })
    .nullable(),
  links: z.array(LinkedOrder),
  /** True if this person may link the order with others. */
  mayLink: z.boolean(),
  /** The stage of the order: 办理, 复查 or 复核. */
  stageLabel: z.string(),
  /** True if 复核 of the matter has ended. */
  concluded: z.boolean(),
  /**
   * The orders of the matter by stage, 办理 first; only the order itself while it was never reviewed. Code, title and
   * days are empty or null if the reader may not open the order.
   */
  stages: z.array(
    z.object({
      label: z.string(),
      workorderCode: z.string(),
      isThis: z.boolean(),
      status: z.number().int(),
      statusLabel: z.string(),
      /** The limit of the whole order: `30 个自然日`; empty without one. */
      limitText: z.string(),
      startedOn: z.iso.date().nullable(),
      dueOn: z.iso.date().nullable(),
      endedOn: z.iso.date().nullable(),
    }),
  ),
  /**
   * The next stage; null after the last one, or if the item has none. `problem` is the reason why it cannot be asked
   * for, `lastDay` the last day for it.
   */
  next: z
    .object({
      name: z.string(),
      taskCode: z.string(),
      lastDay: z.iso.date().nullable(),
      problem: z.string(),
    })
    .nullable(),
});
export type PetitionFacts = z.output<typeof PetitionFacts>;

/** An order that can be merged with another about the same matter (并案). */
const MergeCandidate = z.object({
  workorderCode: z.string(),
  title: z.string(),
  applicantName: z.string(),
  startedOn: z.iso.date(),
  due: DueLight,
  status: z.number().int(),
  statusLabel: z.string(),
  /** Open tasks that leave the to-do lists if it is merged: 环节 and its handlers. */
  tasks: z.array(z.object({ nodeName: z.string(), handlers: z.string() })),
  /** Reason why it can be neither merged nor the main order; empty if it can. */
  problem: z.string(),
  /** True if other orders are merged into it, so that it can only be the main order. */
  leads: z.boolean(),
});
export type MergeCandidate = z.output<typeof MergeCandidate>;

const ofOrder = z.strictObject({ workorderCode: workOrderCode });

export const petitions = {
  findSimilar: endpoint({
    method: 'POST',
    path: '/api/petitions/similar',
    summary: '登记时查找重复信访',
    mutates: false,
    body: z.strictObject({
      taskCode: z.string().max(60),
      name: z.string().max(200).default(''),
      certCategory: z.string().max(4).default('10'),
      certCode: z.string().max(60).default(''),
      mobile: z.string().max(60).default(''),
      /** Title, summary and demand of the petition. */
      matter: z.string().max(comparedLength).default(''),
      /** Codes of the region that it is about, the province first. */
      area: z.array(z.string().max(20)).max(6).default([]),
    }),
    output: SimilarPetitions,
    refusals: ['notFound', 'tooManyRequests'],
  }),
  similarToOrder: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/:workorderCode/similar-petitions',
    summary: '办件的相似信访件',
    params: ofOrder,
    output: SimilarPetitions,
    refusals: ['tooManyRequests'],
  }),
  ofOrder: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/:workorderCode/petition',
    summary: '办件的查重判断、关联办件和复查复核',
    params: ofOrder,
    output: PetitionFacts,
  }),
  mergeCandidates: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/:workorderCode/merge-candidates',
    summary: '可以并案的办件',
    params: ofOrder,
    /** Codes of further orders, joined by commas. */
    query: z.strictObject({ also: z.string().max(400).default('') }),
    output: z.object({ rows: z.array(MergeCandidate) }),
    refusals: ['tooManyRequests'],
  }),
  link: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/api/work-orders/:workorderCode/petition-links',
    summary: '关联办件',
    params: ofOrder,
    body: z.strictObject({
      kind: z.enum(manualLinks, { error: '请选择关联方式' }),
      earlierCode: requiredText('请输入办件流水号').max(40),
      note: z.string().max(petitionLimits.reason).default(''),
    }),
    output: z.object({ linkId: z.uuid() }),
    refusals: ['forbidden', ...idempotencyRefusals],
  }),
  unlink: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/api/work-orders/:workorderCode/petition-links/remove',
    summary: '解除关联',
    params: ofOrder,
    body: z.strictObject({
      linkId: z.uuid(),
      reason: requiredText('请填写解除关联的理由').max(petitionLimits.reason),
    }),
    output: z.object({ linkId: z.uuid() }),
    refusals: ['forbidden', ...idempotencyRefusals],
  }),
};
