import { lazy, Suspense, useEffect, useState } from 'react';
import { useMe } from '#web/api/use-me.ts';

// A shell without reminders is better than none: what cannot be fetched is tried again with the next page.
const ReminderNotice = lazy(() =>
  import('#web/features/schedule/ReminderNotice.tsx').then(
    ({ ReminderNotice: part }) => ({ default: part }),
    () => ({ default: () => null }),
  ),
);

const PasswordAgeNotice = lazy(() =>
  import('#web/features/session/PasswordAgeNotice.tsx').then(
    ({ PasswordAgeNotice: part }) => ({ default: part }),
    () => ({ default: () => null }),
  ),
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
