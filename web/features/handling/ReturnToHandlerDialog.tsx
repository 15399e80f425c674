import { useQuery } from '@tanstack/react-query';
import { Radio } from 'antd';
import { useState } from 'react';
import { askingOthers } from '#contract/asking-others.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { ActionConfirm } from './ActionConfirm.tsx';
import { type ActionDialogProps, useButtonPreview } from './action-confirm.ts';
import styles from './requested-seats.module.css';

/**
 * Asks for a handler who worked at this node before (退回经办人); the answer is returned to the sender and does not
 * advance the order.
 */
export function ReturnToHandlerDialog(props: ActionDialogProps) {
  const { button, task, submitting } = props;
  const [candidate, setCandidate] = useState('');
  const [showsProblems, setShowsProblems] = useState(false);
  const earlierHandlers = useQuery({
    ...queryOf(askingOthers.earlierHandlers, { query: { traceId: task.traceId } }),
    enabled: !submitting,
    gcTime: 0,
  });
  const rows = earlierHandlers.data?.rows ?? [];
  const isEmpty = earlierHandlers.data !== undefined && rows.length === 0;
  const selected = candidate || (rows.length === 1 ? (rows[0]?.candidate ?? '') : '');
  const preview = useButtonPreview(props, { candidate: selected });
  const submit = () => {
    setShowsProblems(true);
    return selected === '' ? null : { candidate: selected };
  };
  return (
    <ActionConfirm
      {...props}
      preview={preview}
      hasChoice
      isChoiceUnavailable={isEmpty || earlierHandlers.data === undefined}
      onConfirm={submit}
    >
      {earlierHandlers.isPending && <SkeletonRows rows={2} />}
      {earlierHandlers.isError && (
        <FailureState
          compact
          failure={earlierHandlers.error}
          onRetry={() => void earlierHandlers.refetch()}
        />
      )}
      {isEmpty && <EmptyState compact title={`不允许${button.name}`} hint="本环节之前没有其他人办理过。" />}
      {rows.length > 0 && (
        <fieldset className={styles.field}>
          <legend>退回给</legend>
          <Radio.Group
            aria-label="退回给"
            value={selected}
            onChange={(event) => setCandidate(event.target.value as string)}
          >
            {rows.map((row) => (
              <Radio key={row.candidate} value={row.candidate} className={styles.wide}>
                {row.name}
                <small>
                  {row.orgName} · <DateTime value={row.at} />
                </small>
              </Radio>
            ))}
          </Radio.Group>
          {showsProblems && selected === '' && (
            <p role="alert" className={styles.fault}>
              请选择经办人
            </p>
          )}
        </fieldset>
      )}
    </ActionConfirm>
  );
}
