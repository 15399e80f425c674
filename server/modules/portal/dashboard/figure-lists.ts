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

/** Writes the figures of one answer, each with the query that lists its orders. */
export interface FigureWriter {
  /** Returns the figure of orders started in the span, or between the given days. */
  figureOfStarted(count: number, conditions?: OrderConditions): Figure;
  /** Returns the figure of orders concluded in the span, or between the given days. */
  figureOfEnded(count: number, conditions?: OrderConditions): Figure;
  /** Returns the figure of orders that are open now. */
  figureOfOpen(count: number, conditions?: OrderConditions): Figure;
  /**
   * Returns the figure of orders that are open now at a step, with a query for the combined query, limited to
   * the organisation of the figures.
   */
  figureAtStep(count: number, conditions: StepConditions): Figure;
}

export function createFigureWriter(
  filters: FigureFilters,
  stepScope: Readonly<Record<string, string>>,
): FigureWriter {
  const { areaCode, orgCode, taskCode } = filters;
  const write = (count: number, parameters: Record<string, string | number | undefined>): Figure => {
    const list = new URLSearchParams();
    for (const [name, value] of Object.entries({ areaCode, orgCode, taskCode, ...parameters }))
      if (value !== undefined) list.set(name, String(value));
    return { count, list: list.toString() };
  };
  return {
    figureOfStarted: (count, { from = filters.from, to = filters.to, ...conditions } = {}) =>
      write(count, { startDate: from, endDate: to, ...conditions }),
    figureOfEnded: (count, { from = filters.from, to = filters.to, ...conditions } = {}) =>
      write(count, { endedFrom: from, endedTo: to, ...conditions }),
    figureAtStep: (count, conditions) => {
      // The orders with the longest delay come first, if the list is small enough to be sorted in this way.
      const isSorted = conditions.stepDue === 'overdue' && count < listLimits.maxCountedRows;
      const sorting: Record<string, string> = isSorted ? { sort: 'stepOverdueDays', order: 'desc' } : {};
      const list = new URLSearchParams({ ...stepScope, ...conditions, ...sorting });
      return { count, list: list.toString(), inQuery: true };
    },
    figureOfOpen: (count, { from: _from, to: _to, ...conditions } = {}) =>
      write(count, { phase: 'open', ...conditions }),
  };
}
