import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { handling } from '#contract/handling.ts';
import { queryOf } from '#web/api/query-of.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';

/**
 * The nodes that come after the task when it is handled by this button, asked with the forms as they are filled in now:
 * the conditions on the way often ask for what has just been written.
 */
export function useNextNodes(task: { traceId: string; buttonId: string; forms: HandledForms }) {
  const { traceId, buttonId, forms } = task;
  const [workorderForms] = useState(() => forms.collect());
  return useQuery({
    ...queryOf(handling.nextNodes, { body: { traceId, buttonId, workorderForms } }),
    gcTime: 0,
  });
}
