import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Opinion, opinions } from '#contract/opinions.ts';
import { call } from '#web/api/call.ts';

const queryKey = [opinions.mine.path];

/** My common opinions by their order, fetched when they are first asked for. */
export function useMyOpinions(wanted: boolean) {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(opinions.mine, {}, { signal })).rows,
    enabled: wanted,
  });
}

/** Puts the list that the server answered in the place of the one on screen. */
export function useReplaceMyOpinions(): (rows: Opinion[]) => void {
  const client = useQueryClient();
  return useCallback((rows) => client.setQueryData(queryKey, rows), [client]);
}
