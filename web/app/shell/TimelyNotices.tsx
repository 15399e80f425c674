import { useMe } from '#web/api/use-me.ts';
import { ReminderNotice } from '#web/features/schedule/ReminderNotice.tsx';
import { PasswordAgeNotice } from '#web/features/session/PasswordAgeNotice.tsx';
import { useKeptFrame } from './use-kept-frame.ts';

/**
 * Shows reminders of the schedule and of an expiring password, above any screen. Loaded after the first screen,
 * as is the keeping of scroll positions, which that screen does not need.
 */
export function TimelyNotices() {
  const me = useMe();
  useKeptFrame();
  return (
    <>
      {me && <PasswordAgeNotice me={me} />}
      <ReminderNotice />
    </>
  );
}
