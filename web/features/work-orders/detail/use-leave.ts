import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { useGoBack } from '#web/toolkit/page/use-go-back.ts';

/** Nothing lies behind the page and nobody said where it leads (S1 §2, §8). */
export const noBackAddress = '请配置导航返回地址';

/**
 * Back to where the user came from: a window of its own closes, otherwise history goes back (S1 §2), or to `backUrl`, or
 * to `home`. Inside another application `home` is not where the user came from: without an address that is said.
 */
export function useLeave(to: { ownWindow: boolean; backUrl: string | undefined; home: string }): () => void {
  const { ownWindow, backUrl, home } = to;
  const goBack = useGoBack(backUrl ?? home);
  const navigate = useNavigate();
  const feedback = useFeedback();
  return useCallback(() => {
    if (ownWindow) {
      window.close();
      if (window.closed) return;
    }
    if (window.parent === window || hasHistory()) return goBack();
    if (backUrl === undefined) return feedback.warn(noBackAddress);
    void navigate(backUrl);
  }, [ownWindow, backUrl, goBack, navigate, feedback]);
}

function hasHistory(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
}
