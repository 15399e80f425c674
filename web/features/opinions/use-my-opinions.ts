import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Opinion, opinions } from '#contract/opinions.ts';
import { queryOf } from '#web/api/query-of.ts';

const query = queryOf(opinions.mine, {});

/** My common opinions by their order, fetched when they are first asked for. */
export function useMyOpinions(wanted: boolean) {
  return useQuery({
    ...query,
    select: ({ rows }) => rows,
    enabled: wanted,
  });
}

/** Puts the list that the server answered in the place of the one on screen. */
export function useReplaceMyOpinions(): (rows: Opinion[]) => void {
  const client = useQueryClient();
  return useCallback((rows) => client.setQueryData(query.queryKey, { rows }), [client]);
}
