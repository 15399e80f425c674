import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';

/** Dialogs that a press opens; an order is shown without their code. */
const load = () => import('./dialogs.ts');

/** Loads the dialogs when a person begins to act, so that the press that opens one need not wait. */
export const prefetchDialogs = (): void => void load().catch(() => undefined);

export const ActionDialog = lazyPart(async () => (await load()).ActionDialog);
export const AddSeatsDialog = lazyPart(async () => (await load()).AddSeatsDialog);
export const AlreadyHandledDialog = lazyPart(async () => (await load()).AlreadyHandledDialog);
export const ConflictDialog = lazyPart(async () => (await load()).ConflictDialog);
export const CopyDialog = lazyPart(async () => (await load()).CopyDialog);
export const OfferDialog = lazyPart(async () => (await load()).OfferDialog);
export const RemoveSeatDialog = lazyPart(async () => (await load()).RemoveSeatDialog);
export const ResultDialog = lazyPart(async () => (await load()).ResultDialog);
