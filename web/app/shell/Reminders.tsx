import { lazy, Suspense, useEffect, useState } from 'react';
import { useMe } from '#web/api/use-me.ts';
import { partOrNothing } from '#web/toolkit/page/part-or-nothing.ts';

// A shell without reminders is better than none.
const ReminderNotice = lazy(() =>
  partOrNothing(async () => (await import('#web/features/schedule/ReminderNotice.tsx')).ReminderNotice),
);

const PasswordAgeNotice = lazy(() =>
  partOrNothing(async () => (await import('#web/features/session/PasswordAgeNotice.tsx')).PasswordAgeNotice),
);

const restMilliseconds = 3_000;

/** Reminders of the schedule and of a password that runs out, fetched once the first screen stands: nobody waits for them. */
export function Reminders() {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), restMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  const me = useMe();
  return rested ? (
    <Suspense>
      <ReminderNotice />
      {me && me.passwordDaysLeft !== null && <PasswordAgeNotice me={me} />}
    </Suspense>
  ) : null;
}
