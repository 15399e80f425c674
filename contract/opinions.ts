import { z } from 'zod';
import { maxOpinionLength } from '#domain/workflow/limits.ts';
import { endpoint, onceOnlyRefusals, wholeNumber } from './endpoint.ts';

/** Common opinions of one person (S1 §3, §5, §7). */

export const Opinion = z.object({ id: z.uuid(), content: z.string(), sort: z.number().int() });
export type Opinion = z.output<typeof Opinion>;

export const opinions = {
  mine: endpoint({
    method: 'GET',
    path: '/opinion/getMyOpinionList',
    summary: '我的常用意见',
    output: z.object({ rows: z.array(Opinion) }),
  }),
  addAll: endpoint({
    method: 'POST',
    path: '/opinion/addAll',
    summary: '保存常用意见',
    body: z.strictObject({
      opinions: z
        .array(
          z.strictObject({
            id: z.uuid().or(z.literal('')).nullish(),
            content: z.string().max(10 * maxOpinionLength),
            sort: wholeNumber,
          }),
        )
        .max(100),
    }),
    output: z.object({ rows: z.array(Opinion) }),
    refusals: onceOnlyRefusals,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/opinion/delete/:id',
    summary: '删除常用意见',
    params: z.strictObject({ id: z.uuid() }),
    output: z.object({ deleted: z.number().int() }),
    refusals: ['notFound', ...onceOnlyRefusals],
  }),
};
