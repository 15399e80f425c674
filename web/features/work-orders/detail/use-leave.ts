import { useCallback } from 'react';
import { useGoBack } from '#web/toolkit/page/use-go-back.ts';

/** Back to where the user came from: a window of its own closes, otherwise history goes back (S1 §2), or to `home`. */
export function useLeave(ownWindow: boolean, home: string): () => void {
  const goBack = useGoBack(home);
  return useCallback(() => {
    if (ownWindow) {
      window.close();
      if (window.closed) return;
    }
    goBack();
  }, [ownWindow, goBack]);
}
