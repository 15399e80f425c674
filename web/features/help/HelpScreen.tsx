import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';

const UserManual = lazy(async () => ({ default: (await import('./UserManual.tsx')).UserManual }));
const OperatorManual = lazy(async () => ({
  default: (await import('./OperatorManual.tsx')).OperatorManual,
}));

/**
 * 使用手册, and for whoever runs the server 运维手册 (`book=operator`). A step further away: their pages and pictures are
 * fetched by whoever reads them.
 */
export function HelpScreen() {
  const [query] = useSearchParams();
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      {query.get('book') === 'operator' ? <OperatorManual /> : <UserManual />}
    </Suspense>
  );
}
