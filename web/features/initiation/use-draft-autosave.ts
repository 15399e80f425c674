import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type SaveFailure, toSaveFailure } from './save-failure.ts';

/** Seconds from a change until the draft is saved automatically, and from a failure to the next attempt. */
const autosaveSeconds = 10;

export interface DraftAutosave {
  /** Called for each input: the draft is saved ten seconds after the first unsaved change. */
  recordChange: () => void;
  /** Saves unsaved input at once; returns the failure if it was not saved. */
  flush: () => Promise<SaveFailure | undefined>;
  /** Called after the order was started: nothing is left to save. */
  discard: () => void;
  savedAt: Date | undefined;
  failure: SaveFailure | undefined;
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
  const currentSave = useRef<Promise<SaveFailure | undefined>>(undefined);
  const [savedAt, setSavedAt] = useState<Date>();
  const [failure, setFailure] = useState<SaveFailure>();
  const isShown = useRef(true);

  const saveNow = useCallback(async (isLeaving: boolean): Promise<SaveFailure | undefined> => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (currentSave.current !== undefined) await currentSave.current;
    if (!hasUnsaved.current) return undefined;
    hasUnsaved.current = false;
    currentSave.current = latest.current
      .save(isLeaving)
      .then(() => {
        setSavedAt(latest.current.now());
        setFailure(undefined);
        return undefined;
      })
      .catch((cause: unknown) => {
        const reason = toSaveFailure(cause);
        hasUnsaved.current = true;
        setFailure(reason);
        if (reason.kind === 'retried' && isShown.current)
          timer.current ??= setTimeout(() => void saveNow(false), autosaveSeconds * 1000);
        return reason;
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
    isShown.current = true;
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') void saveNow(true);
    };
    const confirmUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsaved.current) event.preventDefault();
    };
    document.addEventListener('visibilitychange', saveWhenHidden);
    window.addEventListener('beforeunload', confirmUnload);
    return () => {
      isShown.current = false;
      document.removeEventListener('visibilitychange', saveWhenHidden);
      window.removeEventListener('beforeunload', confirmUnload);
      void flush();
    };
  }, [flush, saveNow]);

  return useMemo(
    () => ({ recordChange, flush, discard, savedAt, failure, isDirty }),
    [recordChange, flush, discard, savedAt, failure, isDirty],
  );
}
