import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { useMutationThat } from '#web/toolkit/feedback/use-mutation-that.ts';

/** Reads of this capability: a mutation on one screen changes the content of others. */
const ofArchive = /^GET \/api\/archive\b/;

/** Returns a mutation of the archive, which reloads its reads. */
export function useArchiveMutation<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, O>) {
  return useMutationThat(endpoint, ofArchive);
}
