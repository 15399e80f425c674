import { z } from 'zod';
import { maxOpinionLength } from '#domain/opinions/limits.ts';
import { lenientText } from './acting.ts';
import { endpoint, idempotencyRefusals, wholeNumber } from './endpoint.ts';

/** Common opinions of one person (S1 §3, §5, §7). */

export const Opinion = z.object({ id: z.uuid(), content: z.string(), sort: z.number().int() });
export type Opinion = z.output<typeof Opinion>;

/** Without `sort`, the position in the list counts. */
const OpinionList = z
  .array(
    z.strictObject({
      id: z.uuid().or(z.literal('')).nullish(),
      content: lenientText(maxOpinionLength),
      sort: wholeNumber.nullish(),
    }),
  )
  .max(100)
  .transform((list) => list.map((entry, index) => ({ ...entry, sort: entry.sort ?? index + 1 })));

export const opinions = {
  mine: endpoint({
    method: 'GET',
    reads: ['opinions'],
    path: '/opinion/getMyOpinionList',
    summary: '我的常用意见',
    output: z.object({ rows: z.array(Opinion) }),
  }),
  addAll: endpoint({
    method: 'POST',
    changes: ['opinions'],
    path: '/opinion/addAll',
    summary: '保存常用意见',
    /** The bare list, as old clients send it, or an object with the list under its name. */
    body: z.union([
      OpinionList.transform((list) => ({ opinions: list })),
      z.strictObject({ opinions: OpinionList }),
    ]),
    output: z.object({ rows: z.array(Opinion) }),
    refusals: idempotencyRefusals,
  }),
  remove: endpoint({
    method: 'POST',
    changes: ['opinions'],
    path: '/opinion/delete/:id',
    summary: '删除常用意见',
    params: z.strictObject({ id: z.uuid() }),
    output: z.object({ deleted: z.number().int() }),
    refusals: ['notFound', ...idempotencyRefusals],
  }),
};
