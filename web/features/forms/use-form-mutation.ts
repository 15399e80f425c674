import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { useMutationThat } from '#web/toolkit/feedback/use-mutation-that.ts';

/** Includes processes, because their steps configure forms as well. */
export const ofForms = /^GET \/api\/(forms|processes\/forms|items)\b/;

/** Returns a mutation that changes the forms, and reloads their reads. */
export function useFormMutation<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, O>, onDataChanged?: (said: string) => void) {
  return useMutationThat(endpoint, ofForms, onDataChanged);
}
