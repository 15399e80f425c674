import type { Trace } from '#contract/work-orders.ts';
import { handlerOperationLabel, isHandlerOperation } from '#domain/enumerations/handler-operation.ts';
import { panelTitle } from './panel-texts.ts';
import { isPending } from './trace-order.ts';
import { isCopy, operationLabel } from './trace-texts.ts';

/** The filter of a long trace; empty means all. */
export interface TraceFilter {
  kind?: string | undefined;
  person?: string | undefined;
  node?: string | undefined;
  text: string;
}

export const noTraceFilter: TraceFilter = { text: '' };

export function isFiltering({ kind, person, node, text }: TraceFilter): boolean {
  return kind !== undefined || person !== undefined || node !== undefined || text.trim() !== '';
}

/** Returns the kinds of a row, as one label each: its action, its requests to other people, its urges. */
export function kindsOf(trace: Trace): string[] {
  const ownKind = isCopy(trace)
    ? '抄送'
    : isPending(trace) || !isHandlerOperation(trace.handlerOperation)
      ? operationLabel(trace)
      : handlerOperationLabel[trace.handlerOperation];
  const panelTexts = trace.panels.map(({ kind }) => panelTitle[kind]);
  const seatKinds = trace.seatOf === null || trace.countersignWay === null ? [] : ['会签'];
  return [
    ...new Set([ownKind, ...panelTexts, ...seatKinds, ...(trace.remindList.length > 0 ? ['催办'] : [])]),
  ];
}

/** Returns the people of a row: its handler, the absent handler, and the people who were asked at it. */
function peopleOf({ handlerName, panels, onBehalfOf }: Trace): string[] {
  const askedNames = panels.flatMap(({ seats }) => seats.map((seat) => seat.handlerName));
  return [handlerName, onBehalfOf, ...askedNames].filter((name) => name !== '');
}

function textOf(trace: Trace): string {
  const opinions = trace.panels.flatMap(({ seats }) => seats.map(({ handlerOpinion }) => handlerOpinion));
  const files = trace.attachments.map(({ name }) => name);
  const { flowNodeName, handlerOrgName, handlerOpinion, remark, receiverNames } = trace;
  const ownTexts = [flowNodeName, operationLabel(trace), handlerOrgName, handlerOpinion, remark];
  return [...ownTexts, ...peopleOf(trace), ...receiverNames, ...opinions, ...files].join('\n').toLowerCase();
}

export function filterTraces(traces: readonly Trace[], filter: TraceFilter): Trace[] {
  const keywords = filter.text.trim().toLowerCase().split(/\s+/);
  return traces.filter((trace) => {
    if (filter.kind !== undefined && !kindsOf(trace).includes(filter.kind)) return false;
    if (filter.node !== undefined && trace.flowNodeName !== filter.node) return false;
    if (filter.person !== undefined && !peopleOf(trace).includes(filter.person)) return false;
    const text = textOf(trace);
    return keywords.every((keyword) => text.includes(keyword));
  });
}

/** Returns the choices of the filters: all existing values, each once, the oldest first. */
export function traceChoices(traces: readonly Trace[]): Record<'kind' | 'person' | 'node', string[]> {
  const oldestFirst = traces.toSorted((one, other) => one.startTime.localeCompare(other.startTime));
  const unique = (texts: readonly string[]) => [...new Set(texts)].filter((text) => text !== '');
  return {
    kind: unique(oldestFirst.flatMap(kindsOf)),
    person: unique(oldestFirst.flatMap(peopleOf)),
    node: unique(oldestFirst.map(({ flowNodeName }) => flowNodeName)),
  };
}
