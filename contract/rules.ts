import { z } from 'zod';
import { endpoint, pageOf } from './endpoint.ts';
import { documentedFilters } from './list-filters.ts';

/** The two trees of rules (S0 §3, §7): by type, and by the group that executes the rules. */

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

export const rules = {
  groupCategories: endpoint({
    method: 'GET',
    reads: [],
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
  categories: endpoint({
    method: 'GET',
    reads: [],
    path: '/rule-category/tree',
    summary: '规则类型树',
    query: z.strictObject({ ...documentedFilters, name }),
    output: pageOf(RuleCategory),
  }),
};
