import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';

const UserManual = lazy(async () => ({ default: (await import('./UserManual.tsx')).UserManual }));
const OperatorManual = lazy(async () => ({
  default: (await import('./OperatorManual.tsx')).OperatorManual,
}));

/**
 * Shows 使用手册, or for operators 运维手册 (`book=operator`). Its pages and pictures load lazily, when a manual is
 * opened.
 */
export function HelpScreen() {
  const [query] = useSearchParams();
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      {query.get('book') === 'operator' ? <OperatorManual /> : <UserManual />}
    </Suspense>
  );
}
