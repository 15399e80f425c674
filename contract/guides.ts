import { z } from 'zod';
import { PaperForm } from '#domain/enumerations/paper-form.ts';
import { situationLimits } from '#domain/items/situations.ts';
import { BusinessItemRow } from './catalogue.ts';
import { endpoint, pageOf } from './endpoint.ts';

/** Requirements of an item: guide, situations, materials and forms (S0 §7 "Business", decision 0153). */

const Paper = z.object({
  name: z.string(),
  form: z.enum(PaperForm),
  copies: z.number().int(),
  required: z.boolean(),
  note: z.string(),
});

/** A node of a tree as in the specification (S2 §3). */
const SituationNode = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  title: z.string(),
  fullname: z.string(),
  parent: z.string(),
  level: z.number().int(),
  sortBy: z.number().int(),
  isLeaf: z.boolean(),
});
/** A situation, with the materials that it needs beyond those of its parents. */
const Situation = SituationNode.extend({ papers: z.array(Paper) });
export type GuidedSituation = z.output<typeof Situation>;

const RelatedForm = z.object({ id: z.string(), formCode: z.string(), formName: z.string() });

const id = z.string().min(1).max(60);
/** Identifies an item by its task code or by the id of a version; each name accepts either of them. */
const itemQuery = z.union([z.strictObject({ taskCode: id }), z.strictObject({ id })]);

export const Guide = z.object({
  taskCode: z.string(),
  name: z.string(),
  summary: z.string(),
  guide: z.string(),
  orgName: z.string(),
  limitText: z.string(),
  /** Materials that every applicant submits. */
  papers: z.array(Paper),
  situations: z.array(Situation),
});
export type Guide = z.output<typeof Guide>;

export const guides = {
  guide: endpoint({
    method: 'GET',
    reads: ['items'],
    path: '/business/business/getGuide',
    summary: '办事指南',
    query: itemQuery,
    output: Guide,
    refusals: ['notFound'],
  }),
  itemDetail: endpoint({
    method: 'GET',
    path: '/business/business/detail',
    summary: '按编号取事项',
    // Returns a version of the item, as orders name it, even if it is no longer available.
    query: itemQuery,
    output: BusinessItemRow.extend({ guide: z.string(), current: z.boolean() }),
    refusals: ['notFound'],
  }),
  itemForms: endpoint({
    method: 'GET',
    path: '/business/business/form/related/list',
    summary: '事项的表单',
    query: itemQuery,
    output: pageOf(RelatedForm),
    refusals: ['notFound'],
  }),
  situationTree: endpoint({
    method: 'GET',
    path: '/business/business/situation/treeList',
    summary: '情形树',
    query: itemQuery,
    output: pageOf(SituationNode),
    refusals: ['notFound'],
  }),
  situation: endpoint({
    method: 'GET',
    path: '/business/business/situation/detail',
    summary: '情形详情',
    query: z.strictObject({ taskCode: id, id }),
    // Includes the materials and forms of all parent nodes.
    output: SituationNode.extend({ papers: z.array(Paper), forms: z.array(RelatedForm) }),
    refusals: ['notFound'],
  }),
  situationForms: endpoint({
    method: 'POST',
    path: '/business/business/situation/related/form/list',
    summary: '情形的表单',
    mutates: false,
    body: z.strictObject({
      taskCode: id,
      situationIds: z.array(id).min(1).max(situationLimits.situations),
    }),
    output: pageOf(RelatedForm),
    refusals: ['notFound'],
  }),
};
