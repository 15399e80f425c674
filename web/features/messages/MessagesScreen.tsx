import { lazy, Suspense } from 'react';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';

const MessageCentre = lazy(async () => ({ default: (await import('./MessageCentre.tsx')).MessageCentre }));

/** 消息中心. A step further away: what it needs is named here, and not in what every screen loads. */
export function MessagesScreen() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <MessageCentre />
    </Suspense>
  );
}
