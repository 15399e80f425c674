import { createContext, type ReactNode, use, useMemo } from 'react';
import { formInterfaces } from '#contract/form-interfaces.ts';
import { call } from '#web/api/call.ts';
import type { FormContextValue } from '#web/toolkit/form/form-context.ts';

/** The order of the forms on a screen, with the task of the person, or the item that is about to be started. */
interface Owner {
  workorderCode?: string;
  traceId?: string | undefined;
  taskCode?: string;
}

const OwnerContext = createContext<Owner | undefined>(undefined);

/** Names the owner of the forms inside it, whose calls ask their interfaces. */
export function InterfaceOwner({
  workorderCode,
  traceId,
  taskCode,
  children,
}: Owner & { children: ReactNode }) {
  const owner = useMemo(
    () => ({ ...(workorderCode && { workorderCode }), traceId, ...(taskCode && { taskCode }) }),
    [workorderCode, traceId, taskCode],
  );
  return <OwnerContext value={owner}>{children}</OwnerContext>;
}

/** Returns the function that asks interfaces of a form; undefined outside an order and its start. */
export function useAskInterface(formId: string): FormContextValue['askInterface'] {
  const owner = use(OwnerContext);
  return useMemo(() => {
    const { workorderCode, taskCode, traceId } = owner ?? {};
    return async ({ field, use: name, parameters, text }, signal) => {
      const body = { formId, field: field.path, use: name, parameters: { ...parameters }, text };
      return inTurn(() => {
        if (taskCode !== undefined)
          return call(formInterfaces.atStart, { params: { taskCode }, body }, { signal });
        if (workorderCode === undefined) throw new Error('此处不能查询');
        const ofTask = { ...body, traceId };
        return call(formInterfaces.ofOrder, { params: { workorderCode }, body: ofTask }, { signal });
      });
    };
  }, [formId, owner]);
}

/** Queries that run at the same time; the server accepts few of one person. */
const maxRunning = 3;
let running = 0;
const waiting: (() => void)[] = [];

/** Runs a query when fewer than the permitted number run. */
export async function inTurn<Result>(ask: () => Promise<Result>): Promise<Result> {
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
