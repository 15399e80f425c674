import { useMe } from '#web/api/use-me.ts';
import { ReminderNotice } from '#web/features/schedule/ReminderNotice.tsx';
import { PasswordAgeNotice } from '#web/features/session/PasswordAgeNotice.tsx';

/** Shows reminders of the schedule and of an expiring password, above any screen; loaded after the first screen. */
export function ReminderNotices() {
  const me = useMe();
  return (
    <>
      {me && <PasswordAgeNotice me={me} />}
      <ReminderNotice />
    </>
  );
}
