import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { workOrderCode } from './work-orders.ts';

export const traceExport = {
  /**
   * Returns the trace as a file, as the reader may see it; the audit log records the reader, so it is no GET.
   */
  csv: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/work-orders/:workorderCode/traces/export',
    summary: '导出办理轨迹',
    params: z.strictObject({ workorderCode: workOrderCode }),
    /** Ids of the rows; without them, all rows. */
    body: z.strictObject({ ids: z.array(z.string().max(60)).max(5000).optional() }),
    output: z.object({ fileName: z.string(), rows: z.number().int(), content: z.string() }),
  }),
};
