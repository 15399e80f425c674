import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { workOrderCode } from './work-orders.ts';

export const traceExport = {
  /** A file of the trace as the reader sees it; the audit log records the reader, so that it is no GET. */
  csv: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/work-orders/:workorderCode/traces/export',
    summary: '导出办理轨迹',
    params: z.strictObject({ workorderCode: workOrderCode }),
    /** Rows by their ids; all of them unless said. */
    body: z.strictObject({ ids: z.array(z.string().max(60)).max(5000).optional() }),
    output: z.object({ fileName: z.string(), rows: z.number().int(), content: z.string() }),
  }),
};
