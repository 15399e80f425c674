import { z } from 'zod';
import { ApplicantWord } from '#domain/applicants/applicant-word.ts';
import { ServiceType } from '#domain/enumerations/service-type.ts';
import { endpoint, pageOf, pageQuery } from './endpoint.ts';
import { documentedFilters } from './list-filters.ts';
import { WorkOrderForm } from './work-order-form.ts';

/** Business items, on which orders can be started (S0 §7 "Business"). */

export const BusinessItemRow = z.object({
  /** Deploy id: this version of the item. */
  id: z.string(),
  taskCode: z.string(),
  name: z.string(),
  categoryId: z.string(),
  categoryName: z.string(),
  summary: z.string(),
  orgName: z.string(),
  areaCode: z.string(),
  limitText: z.string(),
  /** Every status that an order of this item can have, by its process now and those that its orders began with. */
  statuses: z.array(z.number().int()),
});
export type BusinessItemRow = z.output<typeof BusinessItemRow>;

export const catalogue = {
  itemPage: endpoint({
    method: 'GET',
    reads: ['items'],
    path: '/business/public/business/page',
    summary: '事项目录',
    query: z.strictObject({
      ...pageQuery,
      ...documentedFilters,
      name: z.string().max(100).optional(),
      categoryId: z.string().max(60).optional(),
      /** Only items that take petitions in. */
      petitions: z.literal('true').optional(),
    }),
    output: pageOf(BusinessItemRow),
  }),
  categories: endpoint({
    method: 'GET',
    reads: ['items'],
    path: '/business/business-category/query',
    summary: '事项分类',
    output: z.object({
      rows: z.array(z.object({ id: z.string(), name: z.string(), count: z.number().int() })),
    }),
  }),
  item: endpoint({
    method: 'GET',
    reads: ['items'],
    path: '/business/portal/business/:taskCode',
    summary: '按任务编码取事项',
    params: z.strictObject({ taskCode: z.string().max(60) }),
    output: BusinessItemRow.extend({
      guide: z.string(),
      duplicateCheck: z.boolean(),
      /** The item's word for its applicant. */
      applicantWord: z.enum(ApplicantWord),
      /** Ways in which it may be taken in, the default first. */
      serveTypes: z.array(z.enum(ServiceType)),
      /** Null where the item has no petitions; else where its forms name the earlier petition, and what they then say. */
      petition: z
        .object({
          original: z
            .object({
              field: z.string(),
              beside: z.record(z.string(), z.string()),
              /** An unfinished order may be named as well. */
              unfinished: z.boolean(),
            })
            .nullable(),
        })
        .nullable(),
      processDefinitionId: z.string(),
      /** Forms with the authority that the initiator has. */
      forms: z.array(WorkOrderForm),
    }),
    refusals: ['notFound'],
  }),
};
