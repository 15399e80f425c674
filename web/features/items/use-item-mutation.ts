import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { useMutationThat } from '#web/toolkit/feedback/use-mutation-that.ts';

/** Reads whose content depends on the items. */
export const ofItems = /^GET \/api\/(items|forms|processes)\b/;

/** Returns a mutation that changes the items, and reloads their reads. */
export function useItemMutation<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, O>, onDataChanged?: (said: string) => void) {
  return useMutationThat(endpoint, ofItems, onDataChanged);
}
