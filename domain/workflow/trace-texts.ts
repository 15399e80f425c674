import { handlerOperationLabel, isHandlerOperation } from '../enumerations/handler-operation.ts';

/** The values of a trace row that decide its text (S1 §3). */
export interface TraceTextValues {
  /** 0 while the task is open. */
  handlerStatus: number;
  actName: string;
  handlerOperation: number | null;
  handlerName: string;
}

export function isPending({ handlerStatus }: Pick<TraceTextValues, 'handlerStatus'>): boolean {
  return handlerStatus === 0;
}

/** Checks whether the row closed without a handler: a return, a recall or the end of the matter closed it. */
export function isClosed(trace: TraceTextValues): boolean {
  return !isPending(trace) && trace.handlerName === '' && trace.handlerOperation === null;
}

/** Returns the label of this row's action: the button that was pressed, else the kind of operation. */
export function operationLabel(trace: TraceTextValues): string {
  if (isPending(trace)) return '办理中';
  if (trace.actName !== '') return trace.actName;
  if (isHandlerOperation(trace.handlerOperation)) return handlerOperationLabel[trace.handlerOperation];
  return isClosed(trace) ? '已关闭' : '已完成';
}
