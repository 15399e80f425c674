import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** Seconds from a change until the draft is saved automatically. */
const autosaveSeconds = 10;

export interface DraftAutosave {
  /** Called for each input: the draft is saved ten seconds after the first unsaved change. */
  noteChange: () => void;
  /** Saves unsaved input at once; returns false if the server did not accept it. */
  flush: () => Promise<boolean>;
  /** Called after the matter was started: nothing is left to save. */
  discard: () => void;
  savedAt: Date | undefined;
  failed: boolean;
  /** Returns true if some input is not on the server. */
  dirty: () => boolean;
}

/**
 * Saves a long form on the server during typing, and once more when the screen is left or hidden. One save
 * runs at a time; input typed meanwhile is saved with the next.
 */
export function useDraftAutosave(
  /** `isLeaving`: the page may be closed before the answer arrives. */
  save: (isOffboarding: boolean) => Promise<unknown>,
  now: () => Date = () => new Date(),
): DraftAutosave {
  const latest = useRef({ save, now });
  latest.current = { save, now };
  const changed = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const underWay = useRef<Promise<boolean>>(undefined);
  const [savedAt, setSavedAt] = useState<Date>();
  const [failed, setFailed] = useState(false);

  const keep = useCallback(async (isOffboarding: boolean): Promise<boolean> => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (underWay.current !== undefined) await underWay.current;
    if (!changed.current) return true;
    changed.current = false;
    underWay.current = latest.current
      .save(isOffboarding)
      .then(() => {
        setSavedAt(latest.current.now());
        setFailed(false);
        return true;
      })
      .catch(() => {
        changed.current = true;
        setFailed(true);
        return false;
      })
      .finally(() => {
        underWay.current = undefined;
      });
    return underWay.current;
  }, []);

  const flush = useCallback(() => keep(false), [keep]);

  const noteChange = useCallback(() => {
    changed.current = true;
    timer.current ??= setTimeout(() => void flush(), autosaveSeconds * 1000);
  }, [flush]);

  const discard = useCallback(() => {
    changed.current = false;
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);

  const dirty = useCallback(() => changed.current, []);

  useEffect(() => {
    const whenHidden = () => {
      if (document.visibilityState === 'hidden') void keep(true);
    };
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (changed.current) event.preventDefault();
    };
    document.addEventListener('visibilitychange', whenHidden);
    window.addEventListener('beforeunload', beforeUnload);
    return () => {
      document.removeEventListener('visibilitychange', whenHidden);
      window.removeEventListener('beforeunload', beforeUnload);
      void flush();
    };
  }, [flush, keep]);

  return useMemo(
    () => ({ noteChange, flush, discard, savedAt, failed, dirty }),
    [noteChange, flush, discard, savedAt, failed, dirty],
  );
}
