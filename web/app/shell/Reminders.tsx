import { lazy, Suspense, useEffect, useState } from 'react';
import { partOrNothing } from '#web/toolkit/page/part-or-nothing.ts';

// A shell without reminders is better than none.
const CornerNotices = lazy(() =>
  partOrNothing(async () => (await import('./CornerNotices.tsx')).CornerNotices),
);

const restMilliseconds = 3_000;

/** What is told in the corner of the window, fetched once the first screen stands: nobody waits for it. */
export function Reminders() {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), restMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return rested ? (
    <Suspense>
      <CornerNotices />
    </Suspense>
  ) : null;
}
