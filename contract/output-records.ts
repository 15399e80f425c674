import { z } from 'zod';
import { DocumentCategory } from '#domain/enumerations/document-category.ts';
import { Collector, outputLimits } from '#domain/records/output.ts';
import { OutputWay } from '#domain/records/output-way.ts';
import { actionReason, lenientText } from './acting.ts';
import { endpoint } from './endpoint.ts';
import { recordCommand, recordEndpoint } from './record-commands.ts';
import { workOrderCode } from './work-orders.ts';

/** Commands on certificates and papers of an order (出证, S1 §4: 14001). */
export const outputRecords = {
  /** Returns the ways of service that the item offers, and the names of its certificates. */
  choices: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/:workorderCode/records/output/choices',
    summary: '出证方式和证照名称',
    params: z.strictObject({ workorderCode: workOrderCode }),
    output: z.object({ ways: z.array(z.enum(OutputWay)), names: z.array(z.string()) }),
  }),
  command: recordEndpoint(
    'output',
    '出证',
    z.discriminatedUnion('command', [
      recordCommand('issue', {
        outputs: z
          .array(
            z.strictObject({
              name: lenientText(outputLimits.name),
              category: z.enum(DocumentCategory, '请选择类别').optional(),
              number: lenientText(outputLimits.number).default(''),
              // Checked by the command, with the other problems of the row.
              copies: z.number('请填写份数').min(-1_000_000).max(1_000_000),
            }),
          )
          .max(200, `最多登记 ${outputLimits.rows} 件证照或文书`),
        way: z.enum(OutputWay, '请选择送达方式'),
      }),
      recordCommand('collect', {
        collector: z.enum(Collector, '请选择领取人'),
        name: lenientText(outputLimits.collector),
        certCode: z.string().trim().max(60, '证件号码过长').default(''),
        relation: z.string().max(50, '与本人关系过长').default(''),
      }),
      recordCommand('toPost', {}),
      recordCommand('toWindow', {}),
      recordCommand('cancel', { reason: actionReason }),
    ]),
  ),
};
