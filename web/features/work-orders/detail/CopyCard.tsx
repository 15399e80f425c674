import { lazy, Suspense, useEffect, useRef } from 'react';
import { copies } from '#contract/copies.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { useAction } from '#web/api/use-action.ts';
import { retryablePart } from '#web/toolkit/lazy-parts/retryable-part.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import styles from './copy-card.module.css';

const CopyNoteForm = lazy(() => retryablePart(async () => (await import('./CopyNoteForm.tsx')).CopyNoteForm));

type Copy = NonNullable<WorkOrderPage['copy']>;

/**
 * Shows the sender and the note of a copy, before everything that is read-only; opening it marks it as read.
 * Readers leave a reading note here if the process allows it.
 */
export function CopyCard(props: { copy: Copy; code: string; onNoteSaved: () => void }) {
  const { copy, code, onNoteSaved } = props;
  useReadMark(copy);
  return (
    <Card title="抄送给我的">
      <p className={styles.from}>
        <b>{copy.handlerName}</b>
        <span className={styles.second}>{copy.handlerOrgName}</span>
        <span className={styles.second}>
          <DateTime value={copy.createdAt} /> 抄送
        </span>
      </p>
      {copy.note !== '' && <blockquote className={styles.note}>{copy.note}</blockquote>}
      {copy.mayNote && (
        <Suspense fallback={<div className={styles.waiting} />}>
          <CopyNoteForm code={code} onNoted={onNoteSaved} />
        </Suspense>
      )}
    </Card>
  );
}

/** Marks the copy as read when it is shown; a failed attempt is repeated at the next visit. */
function useReadMark({ traceId, read }: Copy): void {
  const { run } = useAction(copies.markRead);
  const markedTraceId = useRef<string>(undefined);
  useEffect(() => {
    if (read || markedTraceId.current === traceId) return;
    markedTraceId.current = traceId;
    void run({ body: { traceId } });
  }, [read, traceId, run]);
}
