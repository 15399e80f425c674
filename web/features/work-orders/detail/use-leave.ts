import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/**
 * Back to where the user came from: a window of its own closes, otherwise history goes back (S1 §2); an address that was
 * opened directly has no history and goes to `home`.
 */
export function useLeave(ownWindow: boolean, home: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    if (ownWindow) {
      window.close();
      if (window.closed) return;
    }
    const state: unknown = window.history.state;
    const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0;
    void (typeof index === 'number' && index > 0 ? navigate(-1) : navigate(home));
  }, [ownWindow, home, navigate]);
}
