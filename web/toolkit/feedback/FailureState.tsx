import { Button } from 'antd';
import type { ReactNode } from 'react';
import { isCallError, textOfFailure, treeFailureText } from '#web/api/call-error.ts';
import { EmptyState } from './EmptyState.tsx';

/**
 * Shows that a part of the screen could not be loaded: the failure, the number to quote, and a button to try
 * again.
 */
export function FailureState(props: {
  failure: unknown;
  onRetry?: () => void;
  /** The next step, if another attempt does not help. */
  action?: ReactNode;
  compact?: boolean;
  /** A fixed text for every failure. */
  title?: string;
}) {
  const requestId = isCallError(props.failure) ? props.failure.requestId : undefined;
  return (
    <div role="alert">
      <EmptyState
        compact={props.compact}
        title={props.title ?? textOfFailure(props.failure)}
        hint={requestId === undefined ? undefined : `如需协助，请提供请求编号：${requestId}`}
        action={props.action ?? (props.onRetry && <Button onClick={props.onRetry}>重新加载</Button>)}
      />
    </div>
  );
}

/** Shows the failure of a tree, which has its own text (S0 §8). */
export function TreeFailure(props: { failure: unknown; onRetry: () => void }) {
  return <FailureState compact title={treeFailureText} {...props} />;
}
