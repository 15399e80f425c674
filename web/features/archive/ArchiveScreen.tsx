import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';

const Catalogue = lazy(async () => ({ default: (await import('./ArchiveCatalogue.tsx')).ArchiveCatalogue }));

/** Screens below the archive, by the last part of their address. */
const screenOfPath: Readonly<Record<string, ComponentType>> = {
  retrievals: lazy(async () => ({ default: (await import('./ArchiveRetrievals.tsx')).ArchiveRetrievals })),
  'hand-overs': lazy(async () => ({ default: (await import('./ArchiveHandOvers.tsx')).ArchiveHandOvers })),
  destructions: lazy(async () => ({
    default: (await import('./ArchiveDestructions.tsx')).ArchiveDestructions,
  })),
  'destruction-items': lazy(async () => ({
    default: (await import('./ArchiveDestructionItems.tsx')).ArchiveDestructionItems,
  })),
};

/**
 * Shows the screen of the archive for its address. Its parts load lazily, apart from the code that every
 * screen loads.
 */
export function ArchiveScreen() {
  // The address at opening, because the location changes while a kept screen is hidden.
  const [{ pathname }] = useState(useLocation());
  const Part = screenOfPath[pathname.replace(/\/+$/, '').split('/').at(-1) ?? ''] ?? Catalogue;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Part />
    </Suspense>
  );
}
