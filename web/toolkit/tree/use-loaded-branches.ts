import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { QueryAs } from '#web/api/query-of.ts';
import type { BranchOf, TreeBranch, TreeItem } from './tree-lines.ts';

/** Loads each branch when its node is opened, the top at once; a loaded branch is not loaded again. */
export function useLoadedBranches<Item extends TreeItem>(
  load: (parent: string | undefined) => QueryAs<readonly Item[]>,
  expandedIds: ReadonlySet<string>,
): BranchOf<Item> {
  const parents = useMemo(() => [undefined, ...expandedIds], [expandedIds]);
  const branches = useQueries({
    queries: parents.map((parent) => ({ ...load(parent), staleTime: Number.POSITIVE_INFINITY })),
    combine: branchesOfAnswers<Item>,
  });
  return useMemo(() => {
    const branchByParent = new Map(parents.map((parent, index) => [parent, branches[index]]));
    return (parent) => branchByParent.get(parent) ?? { state: 'pending' };
  }, [parents, branches]);
}

function branchesOfAnswers<Item extends TreeItem>(
  answers: readonly UseQueryResult<readonly Item[]>[],
): TreeBranch<Item>[] {
  return answers.map(({ data, isError, error, refetch }) => {
    if (data !== undefined) return { state: 'ready', items: data };
    return isError
      ? { state: 'failed', failure: error, onRetry: () => void refetch() }
      : { state: 'pending' };
  });
}
