import { useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/session.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { Watermark, watermarkText } from '#web/toolkit/watermark/Watermark.tsx';

const renewMinutes = 5;

/** Who reads, and when, over every screen: whoever photographs one leaves the own name on it. */
export function ReaderMark({ me }: { me: Pick<CurrentUser, 'name' | 'username'> }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), renewMinutes * 60_000);
    return () => clearInterval(timer);
  }, []);
  return <Watermark lines={[watermarkText, `${me.name} ${me.username}`, minuteText(now)]} />;
}
