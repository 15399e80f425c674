import { useEffect, useRef, useState } from 'react';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import type { RestOfTrace } from '../trace/use-trace.ts';

/** Prints as soon as the whole trace is loaded, so that the sheet contains every opinion. */
export function usePrintWhole<Part>(
  rest: RestOfTrace | null,
  print: (part?: Part) => void,
): { print: (part?: Part) => void; isWaiting: boolean } {
  const feedback = useFeedback();
  const [requestedPrint, setRequestedPrint] = useState<{ part: Part | undefined }>();
  const latest = useRef(print);
  latest.current = print;
  const isWhole = rest === null;
  const failure = rest?.failure ?? null;
  useEffect(() => {
    if (requestedPrint === undefined || (!isWhole && failure === null)) return;
    setRequestedPrint(undefined);
    // Printing renders the sheet synchronously, which is not allowed while an effect runs.
    if (isWhole) setTimeout(() => latest.current(requestedPrint.part));
    else feedback.failure(failure);
  }, [requestedPrint, isWhole, failure, feedback]);
  return {
    print(part) {
      if (isWhole) return print(part);
      rest.load();
      setRequestedPrint({ part });
    },
    isWaiting: requestedPrint !== undefined,
  };
}
