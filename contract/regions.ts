import { z } from 'zod';
import { AdministrativeLevel } from '#domain/enumerations/administrative-level.ts';
import { endpoint } from './endpoint.ts';
import { numberChoice } from './list-filters.ts';
import { treeNodeKeys } from './tree-nodes.ts';

/**
 * Administrative regions by level and by name (S0 §3, §7). Levels: 0: nation; 1: province; 2: city; 3:
 * county; 4: town; 5: village.
 */

export const Region = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  /** Names from the province down, joined by spaces. */
  fullname: z.string(),
  level: z.number().int(),
  parentId: z.string().nullable(),
  isLeaf: z.boolean(),
});
export type Region = z.output<typeof Region>;

/** A region in a list, with all keys of a tree node (S2 §3). */
const RegionNode = Region.extend({
  parent: z.string().nullable(),
  /** Place in the answer. */
  sortBy: z.number().int(),
  areaCode: z.string(),
  ...treeNodeKeys,
});

export const regions = {
  areas: endpoint({
    method: 'GET',
    reads: [],
    path: '/serviceportal/api/sys/areas',
    summary: '行政区划查询',
    query: z.strictObject({
      level: numberChoice(Object.values(AdministrativeLevel)).optional(),
      /** Code or id of the parent, 0 or null for the root; both names of the specification are equivalent. */
      parent: z.string().max(20).optional(),
      parentId: z.string().max(20).optional(),
      /** Part of the name; searches all levels unless `level` or a parent is given. */
      name: z.string().trim().max(40).optional(),
      type: z.string().max(20).optional(),
    }),
    output: z.object({ rows: z.array(RegionNode), total: z.number().int() }),
  }),
  area: endpoint({
    method: 'GET',
    reads: ['office'],
    path: '/areas/:id',
    summary: '行政区划详情',
    /** Id or code (trailing zeros optional, `44`), or a region organisation, which is read as its area. */
    params: z.strictObject({ id: z.string().max(64) }),
    output: Region.extend({
      /** Areas from the province down to this one. */
      path: z.array(
        z.object({ id: z.string(), code: z.string(), name: z.string(), level: z.number().int() }),
      ),
    }),
    refusals: ['notFound'],
  }),
};
