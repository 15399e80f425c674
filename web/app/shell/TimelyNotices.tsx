import { useMe } from '#web/api/use-me.ts';
import { ReminderNotice } from '#web/features/schedule/ReminderNotice.tsx';
import { PasswordAgeNotice } from '#web/features/session/PasswordAgeNotice.tsx';

/** Reminders of the schedule and of a password that runs out, above whatever screen. */
export function TimelyNotices() {
  const me = useMe();
  return (
    <>
      {me && <PasswordAgeNotice me={me} />}
      <ReminderNotice />
    </>
  );
}
