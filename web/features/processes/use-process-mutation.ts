import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { useMutationThat } from '#web/toolkit/feedback/use-mutation-that.ts';

/** Reads that depend on the processes; the items list shows whether theirs has a newer version. */
export const ofProcesses = /^GET \/api\/(processes|items)\b/;

/** Returns a mutation that changes the processes, and reloads their reads. */
export function useProcessMutation<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, O>, onDataChanged?: (said: string) => void) {
  return useMutationThat(endpoint, ofProcesses, onDataChanged);
}
