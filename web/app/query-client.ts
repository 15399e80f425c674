import { QueryClient } from '@tanstack/react-query';
import { isCallError } from '#web/api/call-error.ts';

const freshSeconds = 15;
const keptMinutes = 10;

/** What was just read counts as fresh for a moment; live events say when it is not. Refusals are never tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshSeconds * 1000,
        gcTime: keptMinutes * 60_000,
        refetchOnWindowFocus: false,
        retry: (tries, failure) => tries < 1 && isCallError(failure) && failure.outcomeUnknown,
      },
    },
  });
}
