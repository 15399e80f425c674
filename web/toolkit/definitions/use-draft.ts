import { useEffect, useState } from 'react';
import { writeStored } from '#web/api/read-stored.ts';
import { pageOwnerId } from '#web/api/session-token.ts';
import { type Draft, type DraftKind, deleteDraft, keyOfDraft, readDraft } from './stored-drafts.ts';

/** Maximum characters of one draft: all tabs of the origin share one storage quota. */
const maxCharacters = 500_000;
const saveDelayMilliseconds = 300;

/**
 * Stores the written content of a form, an item or a process in this browser until it is published, discarded or
 * the person signs out, because it may be hours of work: a reload, a crash or a closed tab loses nothing. A
 * draft found at opening is offered (`found`) until the user accepts or discards it.
 */
export function useDraft<T extends object>(
  definition: { kind: DraftKind; code: string },
  now: { content: T; name: string; over: number; isDirty: boolean },
) {
  const key = keyOfDraft(pageOwnerId(), definition.kind, definition.code);
  const [found, setFound] = useState(() => {
    const stored = readDraft<T>(key);
    return JSON.stringify(stored?.content) === JSON.stringify(now.content) ? undefined : stored;
  });
  const [isNotStored, setNotStored] = useState(false);
  const { content, name, over, isDirty } = now;
  const isOffered = found !== undefined;
  useEffect(() => {
    if (!isDirty) {
      setNotStored(false);
      if (!isOffered) deleteDraft(key);
      return;
    }
    const timer = setTimeout(() => {
      const text = JSON.stringify({
        at: new Date().toISOString(),
        name,
        over,
        content,
      } satisfies Draft<T>);
      const fits = text.length <= maxCharacters;
      if (fits) writeStored(key, text);
      setNotStored(!fits || readDraft(key)?.at !== (JSON.parse(text) as Draft<T>).at);
    }, saveDelayMilliseconds);
    return () => clearTimeout(timer);
  }, [key, content, name, over, isDirty, isOffered]);
  return {
    found,
    /** True if the browser's storage is full, so that a reload would lose the draft. */
    isNotStored,
    /** Ends the offer of the found draft; newly written content is stored as before. */
    settle: () => setFound(undefined),
    /** Deletes the draft after it was published or discarded. */
    drop: () => {
      setFound(undefined);
      deleteDraft(key);
    },
  };
}
