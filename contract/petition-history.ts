import { z } from 'zod';
import { isServiceType } from '#domain/enumerations/service-type.ts';
import { inputText } from '#domain/texts/input-texts.ts';
import { endpoint, pageOf, pageQuery } from './endpoint.ts';
import { filterDay } from './list-filters.ts';
import { workOrderCode } from './work-orders.ts';

/**
 * Earlier petitions of a petitioner (S1 §3 "History petition row"); decision 0062 lists the parts that a
 * clerk may see.
 */

export const PetitionHistoryRow = z.object({
  /** Row number, counted across all pages. */
  index: z.number().int(),
  workOrdCd: z.string(),
  /**
   * Empty for an order that the reader may not read, like the other fields except code, day, state and
   * `keepsFromStarting`.
   */
  workOrdId: z.string(),
  petLetFm: z.string(),
  /** The day of the petition; for an order that the reader may not open, the day of its registration. */
  petLetDtStr: z.string(),
  /** Masked, as in every list. */
  name: z.string(),
  refctItm: z.string(),
  /** The way of submission. */
  txMode: z.string(),
  /** The address of the order's page. */
  urlLink: z.string(),
  /** Our addition, like the fields that follow. */
  statusLabel: z.string(),
  /** True if the order is over, so that a new one of the same applicant can refer to it. */
  ended: z.boolean(),
  /** True for the unfinished order that blocks a new one of this item for the certificate. */
  keepsFromStarting: z.boolean(),
});
export type PetitionHistoryRow = z.output<typeof PetitionHistoryRow>;

const Choice = z.object({ value: z.string(), label: z.string() });

const HistoryPage = pageOf(PetitionHistoryRow).extend({
  /** Options of the filters. */
  choices: z.object({
    petLetFm: z.array(Choice),
    txMode: z.array(Choice),
    probCls: z.array(Choice.extend({ children: z.array(Choice) })),
  }),
});
export type HistoryPage = z.output<typeof HistoryPage>;

const text = z.string().trim().max(100).optional();

/** A day; old clients also send it with the time at which a span begins or ends (S0 §5). Empty means none. */
const day = z
  .string()
  .max(40)
  .nullish()
  .transform((value) => value?.trim().replace(/[ T]\d{2}:\d{2}:\d{2}.*$/, '') || undefined)
  .pipe(filterDay.optional());

/** Filters about the petition, not about the petitioner. */
const filters = {
  page: pageQuery.page,
  size: pageQuery.size,
  lettTtl: text,
  /** The span of petition days, as own fields or under its documented name (S1 §3). */
  startTime: day,
  endTime: day,
  petLetDt: z.strictObject({ startTime: day, endTime: day }).optional(),
  petLetFm: text,
  txMode: z.string().max(20).refine(isServiceType, inputText.notAnOption).optional(),
  /** Category and kind, joined by a comma. */
  probCls: text,
  workOrdCd: text,
};

export const petitionHistory = {
  /**
   * Lists the earlier petitions of an order's petitioner. Each call writes an audit record, so it is no GET.
   */
  ofOrder: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/work-orders/:workorderCode/petition-history',
    summary: '历史信访',
    params: z.strictObject({ workorderCode: workOrderCode }),
    body: z.strictObject(filters),
    filtersInBody: true,
    output: HistoryPage,
    refusals: ['notFound', 'tooManyRequests'],
  }),
  /**
   * Lists those of a person who is about to be registered; a POST, so that no number appears in an address.
   */
  ofPetitioner: endpoint({
    method: 'POST',
    changes: [],
    path: '/workorder/workorder/petitionHistory',
    summary: '按信访人查询历史信访',
    body: z.strictObject({
      ...filters,
      name: text,
      certTyp: z.string().max(4).default('10'),
      certNum: text,
      contTel: text,
      /** The item that is being registered; the rows show what blocks it. */
      taskCode: text,
    }),
    filtersInBody: true,
    output: HistoryPage,
    refusals: ['tooManyRequests'],
  }),
};
