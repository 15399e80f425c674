import { useState } from 'react';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { isCallError } from '#web/api/call-error.ts';
import type { ConcurrentEdit } from './ConcurrentEditNotice.tsx';
import { mergeDraft } from './merge-draft.ts';

/**
 * Returns the server's message if it refused because another user saved first; undefined for any other
 * failure.
 */
export function messageOfConcurrentEdit(failure: unknown): string | undefined {
  return isCallError(failure) && failure.errcode === refusalRow.dataChanged.errcode
    ? failure.message
    : undefined;
}

/**
 * Holds the version with which a dialog was opened, and the changes by another person since: `renew` merges
 * the draft with the newest version and records the changes.
 */
export function useConcurrentEdits<Seen extends { digest: string }, Draft extends object>(
  seen: Seen,
  options: { draftOf: (seen: Seen) => Draft; labels: Partial<Record<keyof Draft, string>> },
  textOf: (field: keyof Draft, draft: Draft) => string,
) {
  const [opened, setOpened] = useState(seen);
  const [meanwhile, setMeanwhile] = useState<{ message: string; changes: readonly ConcurrentEdit[] }>();
  const renew = (now: Seen, mine: Draft, message: string): Draft => {
    const [before, after] = [options.draftOf(opened), options.draftOf(now)];
    const { draft, changed, contested } = mergeDraft(before, mine, after);
    setOpened(now);
    setMeanwhile({
      message,
      changes: changed.flatMap((field) => {
        const label = options.labels[field];
        if (label === undefined) return [];
        return {
          label,
          was: textOf(field, before),
          now: textOf(field, after),
          isContested: contested.includes(field),
        };
      }),
    });
    return draft;
  };
  return { opened, meanwhile, renew };
}
