import { useEffect, useState } from 'react';
import { keepStored } from '#web/api/read-stored.ts';
import { sessionPrefix } from '#web/api/session-cache.ts';
import { ownPerson } from '#web/api/session-token.ts';

/** Unpublished content of a definition, with its time and the version that it is based on; 0 for none. */
export interface Draft<T> {
  at: string;
  over: number;
  content: T;
}

/** Maximum characters of one draft: all tabs of the origin share one storage quota. */
const maxCharacters = 500_000;
const restMilliseconds = 300;

const keyOf = (kind: string, code: string) => `${sessionPrefix}draft.${ownPerson()}.${kind}.${code}`;

function readDraft<T>(key: string, current: T): Draft<T> | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft<T> | null;
    if (kept === null || typeof kept.at !== 'string' || typeof kept.content !== 'object') return undefined;
    return JSON.stringify(kept.content) === JSON.stringify(current) ? undefined : kept;
  } catch {
    return undefined;
  }
}

/**
 * Keeps the written content of a form, an item or a process across a reload or a crash during the session,
 * because it may be hours of work. A draft found at opening is offered (`found`) until the user takes or
 * discards it.
 */
export function useDraft<T extends object>(
  of: { kind: 'form' | 'item' | 'process'; code: string },
  now: { content: T; over: number; isDirty: boolean },
) {
  const key = keyOf(of.kind, of.code);
  const [found, setFound] = useState(() => readDraft(key, now.content));
  const [isUnkept, setUnkept] = useState(false);
  const { content, over, isDirty } = now;
  const isOffered = found !== undefined;
  useEffect(() => {
    if (!isDirty) {
      setUnkept(false);
      if (!isOffered) sessionStorage.removeItem(key);
      return;
    }
    const timer = setTimeout(() => {
      const text = JSON.stringify({ at: new Date().toISOString(), over, content } satisfies Draft<T>);
      const fits = text.length <= maxCharacters;
      if (fits) keepStored(key, text, 'sessionStorage');
      setUnkept(!fits || sessionStorage.getItem(key) !== text);
    }, restMilliseconds);
    return () => clearTimeout(timer);
  }, [key, content, over, isDirty, isOffered]);
  return {
    found,
    /** True if the browser's storage is full, so that a reload would lose the draft. */
    isUnkept,
    /** Ends the offer of the found draft; newly written content is stored as before. */
    settle: () => setFound(undefined),
    /** Deletes the draft after it was published or discarded. */
    drop: () => {
      setFound(undefined);
      sessionStorage.removeItem(key);
    },
  };
}
