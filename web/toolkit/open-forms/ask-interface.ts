import { formInterfaces } from '#contract/form-interfaces.ts';
import { call } from '#web/api/call.ts';
import type { FieldQuery, InterfaceResult } from '#web/toolkit/form/form-context.ts';

/** The order of a form, with the task of the person, or the item that is about to be started. */
export interface Owner {
  workorderCode?: string;
  traceId?: string | undefined;
  taskCode?: string;
}

/** Asks an interface of a form, when few other queries run. */
export function askInterface(
  { workorderCode, taskCode, traceId }: Owner,
  formId: string,
  { field, use, parameters, text }: FieldQuery,
  signal: AbortSignal,
): Promise<InterfaceResult> {
  const body = { formId, field: field.path, use, parameters: { ...parameters }, text };
  return inTurn(() => {
    if (taskCode !== undefined)
      return call(formInterfaces.atStart, { params: { taskCode }, body }, { signal });
    if (workorderCode === undefined) throw new Error('此处不能查询');
    const ofTask = { ...body, traceId };
    return call(formInterfaces.ofOrder, { params: { workorderCode }, body: ofTask }, { signal });
  });
}

/** Queries that run at the same time; the server accepts few of one person. */
const maxRunning = 3;
let running = 0;
const waiting: (() => void)[] = [];

/** Runs a query when fewer than the permitted number run. */
async function inTurn<Result>(ask: () => Promise<Result>): Promise<Result> {
  if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await ask();
  } finally {
    const next = waiting.shift();
    // The next query takes the place of this one.
    if (next) next();
    else running -= 1;
  }
}
