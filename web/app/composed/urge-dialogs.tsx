import type { ComponentProps } from 'react';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';

/** The dialogs of 催办 for every screen that offers it; their code is loaded when a person opens one. */
const LazyUrgeDialog = lazyPart(async () => (await import('#web/features/urge/UrgeDialog.tsx')).UrgeDialog);
const LazyUrgeManyDialog = lazyPart(
  async () => (await import('#web/features/urge/UrgeManyDialog.tsx')).UrgeManyDialog,
);

/** Asks for the reason before one order is urged. */
export function UrgeDialog(props: Omit<ComponentProps<typeof LazyUrgeDialog>, 'onLoadFailed'>) {
  return <LazyUrgeDialog {...props} onLoadFailed={props.onClose} />;
}

/** Asks for the reason before several orders are urged. */
export function UrgeManyDialog(props: Omit<ComponentProps<typeof LazyUrgeManyDialog>, 'onLoadFailed'>) {
  return <LazyUrgeManyDialog {...props} onLoadFailed={() => props.onClose(false)} />;
}
