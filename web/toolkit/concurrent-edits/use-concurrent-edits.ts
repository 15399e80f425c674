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
export function useConcurrentEdits<Version extends { digest: string }, Draft extends object>(
  version: Version,
  options: { draftOf: (version: Version) => Draft; labels: Partial<Record<keyof Draft, string>> },
  textOf: (field: keyof Draft, draft: Draft) => string,
) {
  const [openedVersion, setOpened] = useState(version);
  const [concurrentEdit, setMeanwhile] = useState<{ message: string; changes: readonly ConcurrentEdit[] }>();
  const mergeNewest = (newest: Version, ownDraft: Draft, message: string): Draft => {
    const [before, after] = [options.draftOf(openedVersion), options.draftOf(newest)];
    const { draft, changed, contested } = mergeDraft(before, ownDraft, after);
    setOpened(newest);
    setMeanwhile({
      message,
      changes: changed.flatMap((field) => {
        const label = options.labels[field];
        if (label === undefined) return [];
        return {
          label,
          before: textOf(field, before),
          after: textOf(field, after),
          isContested: contested.includes(field),
        };
      }),
    });
    return draft;
  };
  return { openedVersion, concurrentEdit, mergeNewest };
}
