import { useCallback, useEffect, useRef, useState } from 'react';
import { writeStored } from '#web/api/read-stored.ts';
import { pageOwnerId } from '#web/api/session-token.ts';
import { type Draft, type DraftKind, deleteDraft, keyOfDraft, readDraft } from './stored-drafts.ts';

/** Maximum characters of one draft: all tabs of the origin share one storage quota. */
const maxCharacters = 500_000;
const saveDelayMilliseconds = 300;

/**
 * Holds the content of a form, an item or a process while it is edited, and stores it in this browser until it is
 * published, discarded or the person signs out, because it may be hours of work: a reload, a crash or a closed tab
 * loses nothing. A stored draft of the opened version is restored at once (`restored`). A draft of another version
 * is offered (`found`); until the user accepts or discards it, nothing may be edited, as this would overwrite it.
 */
export function useDraft<T extends object>(
  definition: {
    kind: DraftKind;
    code: string;
    nameOf: (content: T) => string;
    /** Returns a draft that an earlier release stored in today's form. */
    upgrade?: (stored: T) => T;
  },
  opened: { content: T; over: number },
) {
  const key = keyOfDraft(pageOwnerId(), definition.kind, definition.code);
  const [stored] = useState(() => {
    const found = readDraft<T>(key);
    const draft = found && { ...found, content: definition.upgrade?.(found.content) ?? found.content };
    return draft && !isSame(draft.content, opened.content) ? draft : undefined;
  });
  const [state, setState] = useState(() =>
    stored === undefined ? 'none' : stored.over === opened.over ? 'restored' : 'offered',
  );
  const [content, setContent] = useState(() =>
    stored && state === 'restored' ? stored.content : opened.content,
  );
  const [base, setBase] = useState(opened.content);
  /** Counts the times that other content replaced the whole content: some editors must be drawn again. */
  const [replacements, setReplacements] = useState(0);
  const [isNotStored, setNotStored] = useState(false);
  const { over } = opened;
  const name = definition.nameOf(content);
  const isDirty = !isSame(content, base);
  const isOffered = state === 'offered';
  const isDiscardedRef = useRef(false);
  const write = useCallback(() => {
    if (isDiscardedRef.current) return true;
    const before = readDraft<T>(key);
    if (before?.over === over && isSame(before.content, content)) {
      setNotStored(false);
      return true;
    }
    const draft: Draft<T> = { at: new Date().toISOString(), name, over, content };
    const text = JSON.stringify(draft);
    const fits = text.length <= maxCharacters;
    if (fits) writeStored(key, text);
    const isStored = fits && readDraft(key)?.at === draft.at;
    setNotStored(!isStored);
    return isStored;
  }, [key, content, name, over]);
  useEffect(() => {
    if (isOffered) return;
    if (!isDirty) {
      setNotStored(false);
      return deleteDraft(key);
    }
    const timer = setTimeout(write, saveDelayMilliseconds);
    return () => clearTimeout(timer);
  }, [key, write, isDirty, isOffered]);
  /** Stays current in the moment in which a published editor leaves its screen. */
  const hasUnsavedChangesRef = useRef(isDirty);
  hasUnsavedChangesRef.current = isDirty;
  const replace = (next: T) => {
    setContent(next);
    setReplacements((times) => times + 1);
  };
  const deleteStoredDraft = () => {
    setState('none');
    deleteDraft(key);
  };
  return {
    content,
    setContent,
    /** Replaces the whole content, such as by an earlier version. */
    replaceContent: replace,
    isDirty,
    hasUnsavedChanges: useCallback(() => hasUnsavedChangesRef.current, []),
    replacements,
    /** Draft of another version, with its time, that the user has to accept or to discard. */
    offeredDraft: isOffered ? stored : undefined,
    /** Draft that was restored at the opening. */
    restoredDraft: state === 'restored' ? stored : undefined,
    /** True if the browser's storage is full, so that a reload would lose the draft. */
    isNotStored,
    /** Accepts the found draft. */
    accept: () => {
      if (stored) replace(stored.content);
      setState('none');
    },
    /** Deletes the draft, and shows the opened content again. */
    discard: () => {
      replace(base);
      deleteStoredDraft();
    },
    /** Deletes the draft, because its content was published. */
    deleteStoredDraft: () => {
      hasUnsavedChangesRef.current = false;
      setBase(content);
      deleteStoredDraft();
    },
    /** Choices before leaving: the draft is stored with what was written last, or deleted. */
    leaveChoices: {
      kind: 'saved' as const,
      onLeave: () => {
        isDiscardedRef.current = true;
        deleteStoredDraft();
      },
      onKeep: isNotStored ? undefined : write,
    },
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
