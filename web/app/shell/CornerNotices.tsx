import { useMe } from '#web/api/use-me.ts';
import { ReminderNotice } from '#web/features/schedule/ReminderNotice.tsx';
import { PasswordAgeNotice } from '#web/features/session/PasswordAgeNotice.tsx';
import { CornerCards } from '#web/toolkit/feedback/CornerCard.tsx';

/** Reminders of the schedule and of a password that runs out, in the corner of whatever screen. */
export function CornerNotices() {
  const me = useMe();
  return (
    <CornerCards>
      {me && <PasswordAgeNotice me={me} />}
      <ReminderNotice />
    </CornerCards>
  );
}
