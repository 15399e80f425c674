import { type FocusEvent, type SyntheticEvent, useEffect, useState } from 'react';
import type { Problem } from '#domain/refusals/refusals.ts';

/**
 * Returns the validation problems of a template to show: a part that the user is typing in shows no new ones
 * until the user leaves it or saves the template. Spread `handlers` over the whole editor.
 */
export function useShownProblems(problems: readonly Problem[], savedAt: string) {
  const [editing, setEditing] = useState<{ part: string; visibleBefore: readonly string[] }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save shows all problems
  useEffect(() => setEditing(undefined), [savedAt]);
  const handleEnter = ({ target }: SyntheticEvent) => {
    const part = partOf(target);
    if (part === editing?.part) return;
    const visibleBefore = problems.filter(({ field }) => field === part).map(({ message }) => message);
    setEditing(part === undefined ? undefined : { part, visibleBefore });
  };
  const handleLeave = ({ relatedTarget }: FocusEvent) => {
    // After a switch to another window, the user returns to the same part.
    const hasLeft = relatedTarget === null ? document.hasFocus() : partOf(relatedTarget) !== editing?.part;
    if (hasLeft) setEditing(undefined);
  };
  const visible = problems.filter(
    ({ field, message }) => field !== editing?.part || editing.visibleBefore.includes(message),
  );
  // A press counts as entering a part, because not every browser focuses a pressed button.
  return {
    shown: visible,
    handlers: { onFocus: handleEnter, onPointerDown: handleEnter, onBlur: handleLeave },
  };
}

function partOf(target: EventTarget): string | undefined {
  return target instanceof Element
    ? (target.closest<HTMLElement>('[data-part]')?.dataset.part ?? undefined)
    : undefined;
}
