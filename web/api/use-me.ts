import { useQuery } from '@tanstack/react-query';
import { type CurrentUser, session } from '#contract/session.ts';
import { queryOf } from './query-of.ts';

export const meQuery = queryOf(session.currentUser, {});

const permanentQuery = { ...meQuery, staleTime: Number.POSITIVE_INFINITY };

/** Returns the logged-in person once loaded. */
export function useMe(): CurrentUser | undefined {
  return useQuery(permanentQuery).data;
}

/** Checks whether the logged-in person is still being loaded; false after a failure. */
export function useMeIsPending(): boolean {
  return useQuery(permanentQuery).isPending;
}
