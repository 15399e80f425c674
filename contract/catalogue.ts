import { z } from 'zod';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { ServiceType } from '#domain/enumerations/service-type.ts';
import { endpoint, pageOf, pageQuery } from './endpoint.ts';
import { documentedFilters } from './list-filters.ts';
import { WorkOrderForm } from './work-order-form.ts';

/** Business items, on which orders can be started (S0 §7 "Business"). */

export const BusinessItemRow = z.object({
  /** Id of this deployed version of the item. */
  id: z.string(),
  taskCode: z.string(),
  name: z.string(),
  categoryId: z.string(),
  categoryName: z.string(),
  summary: z.string(),
  orgName: z.string(),
  areaCode: z.string(),
  limitText: z.string(),
  /**
   * Every status that an order of this item can have, by the current process and those of its earlier orders.
   */
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
      /** Limits the list to items for petitions. */
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
      /** True if only the signed-in person can be the applicant: the card is filled in and read-only (S2 §2). */
      ownMatter: z.boolean(),
      /** The item's term for its applicant. */
      applicantWord: z.enum(ApplicantTerm),
      /** Ways in which the item can be submitted, the default first. */
      serveTypes: z.array(z.enum(ServiceType)),
      /**
       * Null if the item has no petitions; else the form fields that name the earlier petition, and their
       * values.
       */
      petition: z
        .object({
          original: z
            .object({
              field: z.string(),
              beside: z.record(z.string(), z.string()),
              /** True if an unfinished order may be named as well. */
              unfinished: z.boolean(),
            })
            .nullable(),
          /** The fields that are compared with earlier petitions; null if none are. */
          similar: z.object({ matter: z.array(z.string()), area: z.string().optional() }).nullable(),
        })
        .nullable(),
      processDefinitionId: z.string(),
      /** Forms with the initiator's authority. */
      forms: z.array(WorkOrderForm),
    }),
    refusals: ['notFound'],
  }),
};
