import { z } from 'zod';
import { maxRuleItems } from '#domain/substitutes/limits.ts';
import { endpoint, idempotencyRefusals, pageOf, pageQuery, withFallback } from './endpoint.ts';

/** Calls about substitutes for absent people (decision 0108); S1 has no call for them. */

const day = z.iso.date();
const instant = z.iso.datetime();
const person = z.object({ id: z.string(), name: z.string(), orgName: z.string() });

export const SubstituteRule = z.object({
  id: z.string(),
  absent: person,
  substitute: person,
  startsOn: day,
  endsOn: day,
  /** Empty for a rule that covers all matters. */
  items: z.array(z.object({ taskCode: z.string(), name: z.string() })),
  /** True if the rule also covers tasks that were open before it began. */
  /** True if the substitute also handles the tasks that were open before the rule began. */
  takesOpen: z.boolean(),
  reason: z.string(),
  setByName: z.string(),
  state: z.enum(['planned', 'current', 'past']),
  /** Time and person if it was ended before its last day; else null. */
  endedAt: instant.nullable(),
  endedByName: z.string().nullable(),
  mayEnd: z.boolean(),
});
export type SubstituteRule = z.output<typeof SubstituteRule>;

const ruleFields = {
  substituteId: withFallback(z.string().max(64), ''),
  startsOn: withFallback(z.string().max(10), ''),
  endsOn: withFallback(z.string().max(10), ''),
  taskCodes: withFallback(z.array(z.string().max(64)).max(maxRuleItems), []),
  takesOpen: withFallback(z.boolean(), false),
  reason: withFallback(z.string().max(2000), ''),
};
const id = z.strictObject({ id: z.string().max(64) });
const CreatedId = z.object({ id: z.string() });

export const substitutes = {
  mine: endpoint({
    method: 'GET',
    reads: ['substitutes'],
    path: '/api/substitutes',
    summary: '我的外出委托',
    output: z.object({
      /** Substitutes for the person: planned and current ones first. */
      mine: z.array(SubstituteRule),
      /** Rules by which I am the substitute. */
      forOthers: z.array(SubstituteRule),
    }),
  }),
  set: endpoint({
    method: 'POST',
    changes: ['substitutes'],
    path: '/api/substitutes',
    summary: '新建外出委托',
    body: z.strictObject(ruleFields),
    output: CreatedId,
    refusals: idempotencyRefusals,
  }),
  end: endpoint({
    method: 'POST',
    changes: ['substitutes'],
    path: '/api/substitutes/:id/end',
    summary: '结束外出委托',
    params: id,
    output: z.object({}),
    refusals: ['notFound', ...idempotencyRefusals],
  }),
  all: endpoint({
    method: 'GET',
    reads: ['substitutes', 'accounts'],
    path: '/api/administration/substitutes',
    summary: '全部代理关系',
    query: z.strictObject({
      ...pageQuery,
      /** Part of the name of either person. */
      keyword: z.string().trim().max(64).optional(),
      state: z.enum(['planned', 'current', 'past']).optional(),
      sort: z.enum(['createdAt']).default('createdAt'),
    }),
    output: pageOf(SubstituteRule),
  }),
  setForOther: endpoint({
    method: 'POST',
    changes: ['substitutes'],
    path: '/api/administration/substitutes',
    summary: '代为设置代理人',
    body: z.strictObject({ ...ruleFields, absentId: withFallback(z.string().max(64), '') }),
    output: CreatedId,
    refusals: idempotencyRefusals,
  }),
  endForOther: endpoint({
    method: 'POST',
    changes: ['substitutes'],
    path: '/api/administration/substitutes/:id/end',
    summary: '代为结束代理',
    params: id,
    body: z.strictObject({ reason: withFallback(z.string().max(2000), '') }),
    output: z.object({}),
    refusals: ['notFound', ...idempotencyRefusals],
  }),
};
