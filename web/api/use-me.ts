import { useQuery } from '@tanstack/react-query';
import { type CurrentUser, session } from '#contract/session.ts';
import { queryOf } from './query-of.ts';

export const meQuery = queryOf(session.currentUser, {});

const known = { ...meQuery, staleTime: Number.POSITIVE_INFINITY };

/** The person signed in, once known. */
export function useMe(): CurrentUser | undefined {
  return useQuery(known).data;
}

/** Checks whether it is still being asked who is signed in; no longer so when that has failed. */
export function useMeIsPending(): boolean {
  return useQuery(known).isPending;
}
