import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { useDeedThat } from '#web/toolkit/feedback/use-deed-that.ts';

/** Steps of processes are set to forms as well. */
export const ofForms = /^GET \/api\/(forms|processes\/forms|items)\b/;

/** Returns a mutation that changes the forms, and reloads their reads. */
export function useFormDeed<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, O>, onDataChanged?: (said: string) => void) {
  return useDeedThat(endpoint, ofForms, onDataChanged);
}
