import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Back in history; an address that was opened directly has none and goes to `home` (S1 §2). */
export function useGoBack(home: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const state: unknown = window.history.state;
    const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0;
    void (typeof index === 'number' && index > 0 ? navigate(-1) : navigate(home));
  }, [home, navigate]);
}
