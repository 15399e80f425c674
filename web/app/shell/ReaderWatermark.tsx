import { useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/session.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { Watermark, watermarkText } from '#web/toolkit/watermark/Watermark.tsx';

const renewMinutes = 5;

/**
 * Shows the name of the reader and the time over every screen, so that a photograph of the screen shows who
 * took it.
 */
export function ReaderWatermark({ me }: { me: Pick<CurrentUser, 'name' | 'username'> }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), renewMinutes * 60_000);
    return () => clearInterval(timer);
  }, []);
  return <Watermark lines={[watermarkText, `${me.name} ${me.username}`, minuteText(now)]} />;
}
