import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** Seconds from a change until the draft is saved automatically. */
const autosaveSeconds = 10;

export interface DraftAutosave {
  /** Called for each input: the draft is saved ten seconds after the first unsaved change. */
  recordChange: () => void;
  /** Saves unsaved input at once; returns false if the server did not accept it. */
  flush: () => Promise<boolean>;
  /** Called after the order was started: nothing is left to save. */
  discard: () => void;
  savedAt: Date | undefined;
  failed: boolean;
  /** Returns true if some input is not on the server. */
  isDirty: () => boolean;
}

/**
 * Saves a long form on the server during typing, and once more when the screen is left or hidden. One save
 * runs at a time; input typed meanwhile is saved with the next.
 */
export function useDraftAutosave(
  /** `isLeaving`: the page may be closed before the answer arrives. */
  save: (isLeaving: boolean) => Promise<unknown>,
  now: () => Date = () => new Date(),
): DraftAutosave {
  const latest = useRef({ save, now });
  latest.current = { save, now };
  const hasUnsaved = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const currentSave = useRef<Promise<boolean>>(undefined);
  const [savedAt, setSavedAt] = useState<Date>();
  const [failed, setFailed] = useState(false);

  const saveNow = useCallback(async (isLeaving: boolean): Promise<boolean> => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (currentSave.current !== undefined) await currentSave.current;
    if (!hasUnsaved.current) return true;
    hasUnsaved.current = false;
    currentSave.current = latest.current
      .save(isLeaving)
      .then(() => {
        setSavedAt(latest.current.now());
        setFailed(false);
        return true;
      })
      .catch(() => {
        hasUnsaved.current = true;
        setFailed(true);
        return false;
      })
      .finally(() => {
        currentSave.current = undefined;
      });
    return currentSave.current;
  }, []);

  const flush = useCallback(() => saveNow(false), [saveNow]);

  const recordChange = useCallback(() => {
    hasUnsaved.current = true;
    timer.current ??= setTimeout(() => void flush(), autosaveSeconds * 1000);
  }, [flush]);

  const discard = useCallback(() => {
    hasUnsaved.current = false;
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);

  const isDirty = useCallback(() => hasUnsaved.current, []);

  useEffect(() => {
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') void saveNow(true);
    };
    const confirmUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsaved.current) event.preventDefault();
    };
    document.addEventListener('visibilitychange', saveWhenHidden);
    window.addEventListener('beforeunload', confirmUnload);
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden);
      window.removeEventListener('beforeunload', confirmUnload);
      void flush();
    };
  }, [flush, saveNow]);

  return useMemo(
    () => ({ recordChange, flush, discard, savedAt, failed, isDirty }),
    [recordChange, flush, discard, savedAt, failed, isDirty],
  );
}
