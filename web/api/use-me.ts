import { useQuery } from '@tanstack/react-query';
import { type CurrentUser, session } from '#contract/session.ts';
import { queryOf } from './query-of.ts';

export const meQuery = queryOf(session.currentUser, {});

/** The person signed in, once known. */
export function useMe(): CurrentUser | undefined {
  return useQuery({ ...meQuery, staleTime: Number.POSITIVE_INFINITY }).data;
}
