import { lazy, Suspense, useState } from 'react';
import { storedBatch } from '#web/features/batch/stored-batch.ts';
import { TodoList, type TodoTools } from '#web/features/work-orders/TodoList.tsx';
import { retryablePart } from '#web/toolkit/lazy-parts/retryable-part.tsx';

const TodoBatch = lazy(() =>
  retryablePart(async () => {
    const { openBatch } = await import('./open-batch.ts');
    return (await openBatch()).TodoBatch;
  }),
);

/**
 * The batch tools are loaded when the first row is selected, or if a batch is running: the list loads less
 * code without them.
 */
const Tools: TodoTools = (list) => {
  const [hasStoredBatch] = useState(() => sessionStorage.getItem(storedBatch) !== null);
  const [isNeeded, setIsNeeded] = useState(hasStoredBatch);
  if (list.selected.length > 0 && !isNeeded) setIsNeeded(true);
  return (
    isNeeded && (
      <Suspense fallback={null}>
        <TodoBatch {...list} />
      </Suspense>
    )
  );
};

/** Shows 待办, with the actions on many tasks at once. */
export function TodoScreen() {
  return <TodoList Tools={Tools} />;
}
