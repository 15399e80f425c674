import { lazy, Suspense } from 'react';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';

const MyExports = lazy(async () => ({ default: (await import('./MyExports.tsx')).MyExports }));

/** 我的导出. A step further away: what it needs is named here, and not in what every screen loads. */
export function ExportsScreen() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <MyExports />
    </Suspense>
  );
}
