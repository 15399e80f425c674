import { refusalRow } from '#domain/refusals/refusals.ts';
import { isCallError } from '#web/api/call-error.ts';
import { FailureState } from '../feedback/FailureState.tsx';
import styles from './confirm.module.css';
import type { useActionPreview } from './use-action-preview.ts';

/**
 * Shows why the effects of an action cannot be previewed. A step without handlers lacks an input or a
 * configuration, which the text names; another attempt does not help, and nothing has failed, so that there is
 * no request number.
 */
export function PreviewFailure({
  preview: { error, refetch },
}: {
  preview: Pick<ReturnType<typeof useActionPreview>, 'error' | 'refetch'>;
}) {
  if (isCallError(error) && error.errcode === refusalRow.noCandidates.errcode)
    return (
      <p role="alert" className={styles.missing}>
        {error.message}
      </p>
    );
  return <FailureState compact failure={error} onRetry={() => void refetch()} />;
}
