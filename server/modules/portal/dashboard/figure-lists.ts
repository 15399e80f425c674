import type { Figure } from '#contract/dashboard.ts';
import type { DaySpan } from '#domain/figures/compared-spans.ts';
import { listLimits } from '#domain/lists/limits.ts';

/** Filters and dates of the figures. */
interface FigureFilters extends DaySpan {
  areaCode?: string | undefined;
  orgCode?: string | undefined;
  taskCode?: string | undefined;
}

/** Further conditions on an order, as parameters of the list. */
interface OrderConditions extends Partial<DaySpan> {
  kept?: 'onTime' | 'late';
  due?: 'soon' | 'overdue';
  status?: number;
  ofOrg?: string;
  ofArea?: string;
  categoryId?: string;
  taskCode?: string;
  channel?: string;
  weekday?: number;
  hour?: number;
}

/** Conditions on an order at a step, as parameters of the combined query. */
interface StepConditions {
  nodeName?: string;
  stepDue?: 'soon' | 'overdue';
  /** Id of the current handler, or of the handlers' organisation. */
  handler?: string;
  handlerOrg?: string;
}

/** Figures of one answer, each with the query that lists its orders. */
export interface FigureWriter {
  /** Counts orders started in the span, or between the given days. */
  started(count: number, conditions?: OrderConditions): Figure;
  /** Counts orders concluded in the span, or between the given days. */
  ended(count: number, conditions?: OrderConditions): Figure;
  /** Counts orders that are open now. */
  open(count: number, conditions?: OrderConditions): Figure;
  /**
   * Counts orders that are open now at a step; links to the combined query, limited to the organisation of
   * the figures.
   */
  atStep(count: number, conditions: StepConditions): Figure;
}

export function figuresOf(
  question: FigureFilters,
  stepScope: Readonly<Record<string, string>>,
): FigureWriter {
  const { areaCode, orgCode, taskCode } = question;
  const write = (count: number, filters: Record<string, string | number | undefined>): Figure => {
    const list = new URLSearchParams();
    for (const [name, value] of Object.entries({ areaCode, orgCode, taskCode, ...filters }))
      if (value !== undefined) list.set(name, String(value));
    return { count, list: list.toString() };
  };
  return {
    started: (count, { from = question.from, to = question.to, ...filters } = {}) =>
      write(count, { startDate: from, endDate: to, ...filters }),
    ended: (count, { from = question.from, to = question.to, ...filters } = {}) =>
      write(count, { endedFrom: from, endedTo: to, ...filters }),
    atStep: (count, conditions) => {
      // The longest delay first, if the list is small enough to be sorted this way.
      const isSorted = conditions.stepDue === 'overdue' && count < listLimits.maxCountedRows;
      const sorted: Record<string, string> = isSorted ? { sort: 'stepOverdueDays', order: 'desc' } : {};
      const list = new URLSearchParams({ ...stepScope, ...conditions, ...sorted });
      return { count, list: list.toString(), inQuery: true };
    },
    open: (count, { from: _from, to: _to, ...filters } = {}) => write(count, { phase: 'open', ...filters }),
  };
}
