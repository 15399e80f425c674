import type { ReactNode } from 'react';
import type { PanelView } from '#contract/panels.ts';
import type { Trace, WorkOrderPage } from '#contract/work-orders.ts';
import { applicantTexts } from '#domain/applicants/applicant-texts.ts';

/** A printable part of an order: the whole sheet, or one part of its page. */
export interface PrintPart {
  /** `whole`, `basic`, `applicant`, `trace`, `countersign`, `rows`, or `form.` and the form's code. */
  key: string;
  label: string;
  /** Rows of a part that only its own view can load; its key is `rows`. */
  rows?: ReactNode;
  /** The order at an earlier time, if that is printed. */
  page?: WorkOrderPage;
  /** True if these rows hide personal data; by default that of the page decides. */
  isMasked?: boolean;
}

export const wholeSheet: PrintPart = { key: 'whole', label: '办件单' };

/** Returns the printable parts of this order, in the order of its page. */
export function printPartsOf(page: WorkOrderPage): PrintPart[] {
  return [
    ...page.forms.map(({ formCode, formName }) => ({ key: `form.${formCode}`, label: formName })),
    ...(page.applicant === null
      ? []
      : [{ key: 'applicant', label: applicantTexts(page.order.applicantWord).factsTitle }]),
    { key: 'basic', label: '基本信息' },
    { key: 'trace', label: '办理轨迹' },
    ...(!hasCountersigns(page) ? [] : [{ key: 'countersign', label: '会签情况' }]),
  ];
}

/**
 * Checks that the order has countersigns; for a long trace the page has only the newest rows, and the number
 * of answers.
 */
function hasCountersigns(page: WorkOrderPage): boolean {
  return page.traceTotals.answers > 0 || countersignsOf(page).length > 0;
}

/** Returns the countersigns of the order, the earliest first. */
export function countersignsOf({ traces }: WorkOrderPage): PanelView[] {
  return traces
    .flatMap(({ panels }) => panels)
    .filter(({ kind }) => kind === 'countersign')
    .toSorted((one, other) => one.startedAt.localeCompare(other.startedAt));
}

/** Returns the rows of the trace in chronological order, since print is read from the top. */
export function tracesInTime({ traces }: WorkOrderPage): Trace[] {
  return traces.toSorted(
    (one, other) => one.startTime.localeCompare(other.startTime) || one.number - other.number,
  );
}
