import { type FocusEvent, type SyntheticEvent, useEffect, useState } from 'react';
import type { Problem } from '#domain/refusals/refusals.ts';

/**
 * Returns the validation problems of a template to show: a part that the user is typing in shows no new ones
 * until the user leaves it or saves the template. Spread `watched` over the whole editor.
 */
export function useShownProblems(problems: readonly Problem[], savedAt: string) {
  const [writing, setWriting] = useState<{ part: string; before: readonly string[] }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save shows all problems
  useEffect(() => setWriting(undefined), [savedAt]);
  const enter = ({ target }: SyntheticEvent) => {
    const part = partOf(target);
    if (part === writing?.part) return;
    const before = problems.filter(({ field }) => field === part).map(({ message }) => message);
    setWriting(part === undefined ? undefined : { part, before });
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    // A user who switches to another window returns to the same part.
    const isLeft = relatedTarget === null ? document.hasFocus() : partOf(relatedTarget) !== writing?.part;
    if (isLeft) setWriting(undefined);
  };
  const shown = problems.filter(
    ({ field, message }) => field !== writing?.part || writing.before.includes(message),
  );
  // Pressing also enters a part, because not every browser focuses a pressed button.
  return { shown, watched: { onFocus: enter, onPointerDown: enter, onBlur: leave } };
}

function partOf(target: EventTarget): string | undefined {
  return target instanceof Element
    ? (target.closest<HTMLElement>('[data-part]')?.dataset.part ?? undefined)
    : undefined;
}
