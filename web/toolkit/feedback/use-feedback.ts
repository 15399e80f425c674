import { App } from 'antd';
import { useMemo } from 'react';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';

/**
 * Returns functions that show short messages after an action: a success disappears after a moment, a failure
 * names the remedy; a failure whose message is hidden shows nothing (S0 §8).
 */
export function useFeedback(): {
  success: (text: string) => void;
  warn: (text: string) => void;
  failure: (failure: unknown) => void;
} {
  const { message } = App.useApp();
  return useMemo(
    () => ({
      success: (text) => void message.success(text),
      warn: (text) => void message.warning(text),
      failure: (failure) => {
        if (isCallError(failure) && failure.isMessageHidden) return;
        const problems = isCallError(failure) ? failure.problems.map((problem) => problem.message) : [];
        void message.error([textOfFailure(failure), ...problems].join('；'));
      },
    }),
    [message],
  );
}
