import { z } from 'zod';
import { isServiceType } from '#domain/enumerations/service-type.ts';
import { inputText } from '#domain/texts/input-texts.ts';
import { endpoint, pageOf, pageQuery } from './endpoint.ts';
import { filterDay } from './list-filters.ts';
import { workOrderCode } from './work-orders.ts';

/** Earlier petitions of a petitioner (S1 §3 "History petition row"); decision 0062 says which parts a clerk may see. */

export const PetitionHistoryRow = z.object({
  /** Counted through all pages. */
  index: z.number().int(),
  workOrdCd: z.string(),
  /** Empty, as all that follows but the day, where the reader has no part in the order. */
  workOrdId: z.string(),
  petLetFm: z.string(),
  /** The day of the petition; of an order that the reader may not open the day on which it was registered. */
  petLetDtStr: z.string(),
  /** Masked, as in every list. */
  name: z.string(),
  refctItm: z.string(),
  /** The way in which it was taken in. */
  txMode: z.string(),
  /** The address at which the order opens. */
  urlLink: z.string(),
  /** Our addition, as what follows. */
  statusLabel: z.string(),
  /** The order is over: a new one of the same applicant can name it. */
  ended: z.boolean(),
  /** The unfinished order that keeps the item in question from starting for this certificate. */
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

/** A day as old clients send it too, with the time at which a span begins or ends (S0 §5); an empty one is none. */
const day = z
  .string()
  .max(40)
  .nullish()
  .transform((given) => given?.trim().replace(/[ T]\d{2}:\d{2}:\d{2}.*$/, '') || undefined)
  .pipe(filterDay.optional());

/** Filters that are about the petition and not about the petitioner. */
const filters = {
  page: pageQuery.page,
  size: pageQuery.size,
  lettTtl: text,
  /** The span of the days of petitions, by itself or under its documented name (S1 §3). */
  startTime: day,
  endTime: day,
  petLetDt: z.strictObject({ startTime: day, endTime: day }).optional(),
  petLetFm: text,
  txMode: z.string().max(20).refine(isServiceType, inputText.notAnOption).optional(),
  /** Category and kind, with a comma between them. */
  probCls: text,
  workOrdCd: text,
};

export const petitionHistory = {
  /** Lists the earlier petitions of the petitioner of an order. Each reading writes an audit record, so that it is no GET. */
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
  /** Lists those of a person who is about to be registered; a body, so that no number stands in an address. */
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
      /** The item that is being registered, of which the rows say what keeps it from starting. */
      taskCode: text,
    }),
    filtersInBody: true,
    output: HistoryPage,
    refusals: ['tooManyRequests'],
  }),
};
