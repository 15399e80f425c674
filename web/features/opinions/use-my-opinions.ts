import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Opinion, opinions } from '#contract/opinions.ts';
import { queryOf } from '#web/api/query-of.ts';

const query = queryOf(opinions.mine, {});

/** Returns the user's common opinions by their order, loaded when they are first needed. */
export function useMyOpinions(isEnabled: boolean) {
  return useQuery({
    ...query,
    select: ({ rows }) => rows,
    enabled: isEnabled,
  });
}

/** Returns a function that replaces the cached list by the server's response. */
export function useReplaceMyOpinions(): (rows: Opinion[]) => void {
  const client = useQueryClient();
  return useCallback((rows) => client.setQueryData(query.queryKey, { rows }), [client]);
}
