import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { retryablePart } from '#web/toolkit/lazy-parts/retryable-part.tsx';

const LimitDialog = lazy(() => retryablePart(async () => (await import('./LimitDialog.tsx')).LimitDialog));

/** A limit, or a text, that opens the explanation of the limit of an order, or of one of its tasks. */
export function LimitButton(props: {
  code: string;
  /** Trace of the task; undefined for the whole order. */
  traceId?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { code, traceId, className, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        type="link"
        size="small"
        title="查看时限说明"
        aria-haspopup="dialog"
        className={className ?? ''}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <LimitDialog code={code} traceId={traceId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
