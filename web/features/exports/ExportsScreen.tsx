import { lazy, Suspense } from 'react';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';

const MyExports = lazy(async () => ({ default: (await import('./MyExports.tsx')).MyExports }));

/** Shows 我的导出. Its code loads lazily, apart from the code that every screen loads. */
export function ExportsScreen() {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <MyExports />
    </Suspense>
  );
}
