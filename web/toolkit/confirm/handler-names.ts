import type { WaitingHandlers } from '#contract/current-handlers.ts';

/** Number of people listed by name; the rest are counted. */
const maxListed = 5;

/** Returns the people who may handle a task; the posts that it is addressed to if there are none. */
export function handlerNames(
  task: Pick<WaitingHandlers, 'handlers' | 'handlerCount' | 'candidates'>,
): string {
  const { handlers, handlerCount, candidates } = task;
  if (handlers.length === 0) return candidates.map(({ candidateName }) => candidateName).join('、');
  const names = handlers
    .slice(0, maxListed)
    .map(({ name }) => name)
    .join('、');
  return handlerCount > maxListed ? `${names} 等 ${handlerCount} 人` : names;
}
