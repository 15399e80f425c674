import { refusalRow } from '#domain/refusals/refusals.ts';
import { isCallError } from '#web/api/call-error.ts';
import { FailureState } from '../feedback/FailureState.tsx';
import styles from './confirm.module.css';
import type { useActionPreview } from './use-action-preview.ts';

const codesWithAdvice: readonly number[] = [
  refusalRow.noCandidates.errcode,
  refusalRow.ruleNotSatisfied.errcode,
];

/**
 * Shows why the effects of an action cannot be previewed. A step without handlers lacks an input or a
 * configuration, and a rule of the button requires another input, which the text names; another attempt does not
 * help, and nothing has failed, so that there is no request number.
 */
export function PreviewFailure({
  preview: { error, refetch },
}: {
  preview: Pick<ReturnType<typeof useActionPreview>, 'error' | 'refetch'>;
}) {
  if (isCallError(error) && codesWithAdvice.includes(error.errcode))
    return (
      <p role="alert" className={styles.missing}>
        {error.message}
      </p>
    );
  return <FailureState compact failure={error} onRetry={() => void refetch()} />;
}
