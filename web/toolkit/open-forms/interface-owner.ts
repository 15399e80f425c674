import { createContext, use, useMemo } from 'react';
import { formInterfaces } from '#contract/form-interfaces.ts';
import { call } from '#web/api/call.ts';
import type { FormContextValue } from '#web/toolkit/form/form-context.ts';

/** The order of the forms on a screen, or the item that is about to be started; its calls ask their interfaces. */
export type InterfaceOwner = { workorderCode: string } | { taskCode: string };

export const InterfaceOwnerContext = createContext<InterfaceOwner | undefined>(undefined);

/** Returns the function that asks interfaces of a form; undefined outside an order and its start. */
export function useAskInterface(formId: string): FormContextValue['askInterface'] {
  const owner = use(InterfaceOwnerContext);
  return useMemo(() => {
    if (owner === undefined) return undefined;
    return (query, signal) => {
      const { use, parameters, text } = query;
      const body = { formId, field: query.field.path, use, parameters: { ...parameters }, text };
      return inTurn(() =>
        'taskCode' in owner
          ? call(formInterfaces.atStart, { params: owner, body }, { signal })
          : call(formInterfaces.ofOrder, { params: owner, body }, { signal }),
      );
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
