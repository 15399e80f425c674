import { z } from 'zod';
import { endpoint, onceOnlyRefusals } from './endpoint.ts';

/** Process definitions: publishing with lint, and the diagram (S0 §7 "Business"). */

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

export const processes = {
  xml: endpoint({
    method: 'GET',
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
    path: '/api/processes/lint',
    summary: '检查流程定义',
    body: z.strictObject({ xml: z.string().max(2_000_000) }),
    /** `hints`: what was filled in or passed over; the file may be published all the same. */
    output: z.object({ problems: z.array(Finding), hints: z.array(Finding) }),
    mutates: false,
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/processes',
    summary: '发布流程定义',
    body: z.strictObject({ xml: z.string().max(2_000_000) }),
    output: ProcessRow,
    refusals: ['definitionInvalid', ...onceOnlyRefusals],
  }),
};
