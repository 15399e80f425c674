import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { useMutationThat } from '#web/toolkit/feedback/use-mutation-that.ts';

/** Reads of this capability: a mutation in one list changes the content of others. */
const administrative = /^GET \/api\/(administration|audit)\b/;

/** Provides a mutation of an administrator, which reloads the reads of this capability. */
export function useMutation<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, O>, onDataChanged?: (said: string) => void) {
  return useMutationThat(endpoint, administrative, onDataChanged);
}
