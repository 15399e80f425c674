import { createContext, type ReactNode, use, useMemo } from 'react';
import type { FormContextValue } from '#web/toolkit/form/form-context.ts';
import type { Owner } from './ask-interface.ts';

const OwnerContext = createContext<Owner>({});

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

/** Returns the function that asks interfaces of a form; its code is loaded with the first query. */
export function useAskInterface(formId: string): NonNullable<FormContextValue['askInterface']> {
  const owner = use(OwnerContext);
  return useMemo(
    () => async (query, signal) => {
      const { askInterface } = await import('./ask-interface.ts');
      return askInterface(owner, formId, query, signal);
    },
    [formId, owner],
  );
}
