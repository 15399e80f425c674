import { useEffect, useState } from 'react';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import type { RestOfTrace } from '../trace/use-trace.ts';

/** Prints the page as soon as nothing of its trace is left to load: the sheet has every opinion. */
export function usePrintWhole(rest: RestOfTrace | null): { print: () => void; waits: boolean } {
  const feedback = useFeedback();
  const [asked, setAsked] = useState(false);
  const isWhole = rest === null;
  const failure = rest?.failure ?? null;
  useEffect(() => {
    if (!asked || (!isWhole && failure === null)) return;
    setAsked(false);
    if (isWhole) window.print();
    else feedback.failure(failure);
  }, [asked, isWhole, failure, feedback]);
  const print = () => {
    rest?.load();
    setAsked(true);
  };
  return { print, waits: asked };
}
