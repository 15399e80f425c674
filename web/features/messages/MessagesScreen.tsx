import { lazy, Suspense } from 'react';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';

const MessageCentre = lazy(async () => ({ default: (await import('./MessageCentre.tsx')).MessageCentre }));

/** Shows 消息中心. Its code loads lazily, apart from the code that every screen loads. */
export function MessagesScreen() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <MessageCentre />
    </Suspense>
  );
}
