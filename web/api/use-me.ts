import { useQuery } from '@tanstack/react-query';
import { type CurrentUser, session } from '#contract/session.ts';
import { call } from './call.ts';

export const meQueryKey = ['session', 'me'] as const;

/** The person signed in, once known. */
export function useMe(): CurrentUser | undefined {
  return useQuery({
    queryKey: meQueryKey,
    queryFn: ({ signal }) => call(session.currentUser, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
