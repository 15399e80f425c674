import { Button } from 'antd';
import type { ReactNode } from 'react';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import type { useFormChanges } from './use-form-changes.ts';

/** Shows the loaded changes, with the state of the page that is loaded next. */
export function ChangesState(props: { changes: ReturnType<typeof useFormChanges>; children: ReactNode }) {
  const { changes, children } = props;
  const { rows, isPending, failure, retry, loadMore } = changes;
  return (
    <>
      {(rows.length > 0 || (!isPending && failure === null)) && children}
      {isPending && <SkeletonRows rows={4} />}
      {failure !== null && <FailureState compact failure={failure} onRetry={retry} />}
      {loadMore && (
        <Button type="link" onClick={loadMore}>
          加载更早的修改
        </Button>
      )}
    </>
  );
}
