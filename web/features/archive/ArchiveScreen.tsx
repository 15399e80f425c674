import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';

const Catalogue = lazy(async () => ({ default: (await import('./ArchiveCatalogue.tsx')).ArchiveCatalogue }));
const Retrievals = lazy(async () => ({
  default: (await import('./ArchiveRetrievals.tsx')).ArchiveRetrievals,
}));
const HandOvers = lazy(async () => ({ default: (await import('./ArchiveHandOvers.tsx')).ArchiveHandOvers }));

/** The archive, by its address. A step further away: what it needs is named here, and not in what every screen loads. */
export function ArchiveScreen() {
  // The one that it was opened by: the address goes on while a kept screen rests.
  const [{ pathname }] = useState(useLocation());
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      {pathname.endsWith('/retrievals') ? (
        <Retrievals />
      ) : pathname.endsWith('/hand-overs') ? (
        <HandOvers />
      ) : (
        <Catalogue />
      )}
    </Suspense>
  );
}
