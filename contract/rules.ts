import { z } from 'zod';
import { ParamType } from '#domain/rules/model.ts';
import { endpoint, pageOf, requiredText } from './endpoint.ts';
import { documentedFilters } from './list-filters.ts';

/**
 * The two trees of rules (S0 §3, §7): by type, and by the group that executes the rules; and the execution of rules
 * and elements.
 */

export const RuleCategory = z.object({
  id: z.string(),
  ruleTypeName: z.string(),
  /** `0` for a root node. */
  preNodeId: z.string(),
  sortBy: z.number().int(),
});

export const RuleGroupCategory = z.object({
  id: z.string(),
  name: z.string(),
  parent: z.string(),
  sortBy: z.number().int(),
});

/** A tree is loaded whole, in one page of a thousand (S0 §9). */
export const ruleTreeSize = 1_000;

const name = z.string().trim().max(64).optional();

/** A parameter with the value that a rule used or generated. */
export const RuleParamVo = z.object({
  dataKey: z.string(),
  name: z.string(),
  paramType: z.enum(ParamType),
  value: z.unknown(),
});

/** Result of a rule; `tipContext` is empty if the rule is satisfied. */
const RuleResult = z.object({
  result: z.boolean(),
  tipContext: z.string(),
  ruleParamsVoList: z.array(RuleParamVo),
});

export const rules = {
  groupCategories: endpoint({
    method: 'GET',
    reads: ['rules'],
    path: '/rule-group-category/list',
    summary: '规则组分类',
    query: z.strictObject({
      ...documentedFilters,
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      size: z.coerce.number().int().min(1).max(ruleTreeSize).default(ruleTreeSize),
      name,
    }),
    output: pageOf(RuleGroupCategory),
  }),
  process: endpoint({
    method: 'POST',
    path: '/szrd/rule/rule/process',
    summary: '执行规则',
    /** The values by the keys of the rule's parameters, the same as JSON text, or one value. */
    body: z.strictObject({
      ruleId: requiredText('请指明规则').max(80),
      dataValue: z.unknown().optional(),
      compareValue: z.unknown().optional(),
    }),
    output: RuleResult,
    /** `notServed`: the rule asks an interface, which only an action does. */
    refusals: ['notFound', 'busy', 'notServed'],
    mutates: false,
  }),
  element: endpoint({
    method: 'POST',
    path: '/szrd/rule/element/element/process',
    summary: '取要素的值',
    /** Without `paramId` all parameters of the element are returned. */
    body: z.strictObject({
      elementId: requiredText('请指明要素').max(80),
      paramId: z.string().max(60).optional(),
    }),
    output: RuleResult,
    refusals: ['notFound'],
    mutates: false,
  }),
  categories: endpoint({
    method: 'GET',
    reads: ['rules'],
    path: '/rule-category/tree',
    summary: '规则类型树',
    query: z.strictObject({ ...documentedFilters, name }),
    output: pageOf(RuleCategory),
  }),
};
