import { lazy, Suspense, useEffect, useState } from 'react';
import { optionalPart } from '#web/toolkit/lazy-parts/optional-part.ts';

// A shell without reminders is better than none.
const ReminderNotices = lazy(() =>
  optionalPart(async () => (await import('./ReminderNotices.tsx')).ReminderNotices),
);

const delayMilliseconds = 3_000;

/** Shows notices above the screen, loaded after the first screen, so that nothing waits for them. */
export function Reminders() {
  const [isDelayOver, setIsDelayOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDelayOver(true), delayMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return isDelayOver ? (
    <Suspense>
      <ReminderNotices />
    </Suspense>
  ) : null;
}
