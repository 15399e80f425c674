import { lazy, Suspense } from 'react';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';

const UserManual = lazy(async () => ({ default: (await import('./UserManual.tsx')).UserManual }));

/** 使用手册. A step further away: its pages and pictures are fetched by whoever reads them. */
export function HelpScreen() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <UserManual />
    </Suspense>
  );
}
