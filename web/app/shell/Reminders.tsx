import { lazy, Suspense, useEffect, useState } from 'react';

// A shell without reminders is better than none: what cannot be fetched is tried again with the next page.
const ReminderNotice = lazy(() =>
  import('#web/features/schedule/ReminderNotice.tsx').then(
    ({ ReminderNotice: part }) => ({ default: part }),
    () => ({ default: () => null }),
  ),
);

const restMilliseconds = 3_000;

/** Reminders of the schedule, fetched once the first screen stands: nobody waits for them. */
export function Reminders() {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), restMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return rested ? (
    <Suspense>
      <ReminderNotice />
    </Suspense>
  ) : null;
}
