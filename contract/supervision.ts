import { z } from 'zod';
import { supervisionTabs } from '#domain/lists/supervision-tabs.ts';
import { SupervisionCard } from '#domain/records/card-rule.ts';
import { SupervisionGround } from '#domain/records/supervision.ts';
import { endpoint, pageOf, pageQuery } from './endpoint.ts';
import { DueLight } from './list-columns.ts';
import { filterDay } from './list-filters.ts';
import { workOrderCode as workorderCode } from './work-orders.ts';

/** The page 督办 for supervisors and leaders (docs/decisions/0237): letters, demanded cards and figures. */

const instant = z.iso.datetime();

export const SupervisionRow = z.object({
  /** `<order id>.<record>` of a letter, or of the demanded card of a task. */
  id: z.string(),
  workorderId: z.string(),
  code: z.string(),
  title: z.string(),
  itemName: z.string(),
  orgName: z.string(),
  /** The present handlers, who are to answer. */
  handlerNames: z.string(),
  card: z.enum(SupervisionCard),
  /** State of the letter; `demanded` for a card that a rule demands and no letter has answered. */
  state: z.string(),
  stateName: z.string(),
  /** Number of the letter within its order; null for a demanded card. */
  recordId: z.number().int().nullable(),
  /** The limit to answer, or the limit of the late step. */
  due: DueLight,
  /** When the letter was opened, or the card demanded; and the last change. */
  openedAt: instant,
  changedAt: instant,
  openedBy: z.string(),
});
export type SupervisionRow = z.output<typeof SupervisionRow>;

const card = z.enum([SupervisionCard.yellow, SupervisionCard.red]);
const counted = z.object({ thisMonth: z.number().int(), lastMonth: z.number().int() });

export const supervision = {
  page: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/supervision/letters',
    summary: '督办列表',
    query: z.strictObject({
      ...pageQuery,
      sort: z.enum(['openedAt']).optional(),
      tab: z.enum(supervisionTabs).default('all'),
      /** The number, its beginning, or a part of the title. */
      keyword: z.string().trim().max(100).optional(),
      card: card.optional(),
      startDate: filterDay.optional(),
      endDate: filterDay.optional(),
    }),
    output: pageOf(SupervisionRow),
    refusals: ['badInput'],
  }),
  /** The letter that the order and the rule of its item suggest, with the reasons. */
  proposal: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/:workorderCode/records/supervision/proposal',
    summary: '督办建议',
    params: z.strictObject({ workorderCode }),
    output: z.object({
      grounds: z.array(z.enum(SupervisionGround)),
      card: z.enum(SupervisionCard),
      answerDays: z.number().int(),
      reasons: z.array(z.string()),
    }),
  }),
  figures: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/supervision/figures',
    summary: '督办指标',
    output: z.object({
      demanded: z.number().int(),
      awaiting: z.number().int(),
      late: z.number().int(),
      answered: z.number().int(),
      settled: z.number().int(),
      yellow: counted,
      red: counted,
      /** Letters that were answered this month in time, and all whose limit or answer is of this month. */
      inTime: z.object({ answered: z.number().int(), total: z.number().int() }),
    }),
  }),
};
