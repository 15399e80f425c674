/** The dialogs of the handler bar and of the steps: one file, loaded by the first of them (`lazy-dialogs.ts`). */
export { ActionDialog } from './ActionDialog.tsx';
export { AddSeatsDialog } from './AddSeatsDialog.tsx';
export { AlreadyHandledDialog } from './AlreadyHandledDialog.tsx';
export { ConflictDialog } from './ConflictDialog.tsx';
export { CopyDialog } from './CopyDialog.tsx';
export { OfferDialog } from './OfferDialog.tsx';
export { RemoveSeatDialog } from './RemoveSeatDialog.tsx';
export { ResultDialog } from './ResultDialog.tsx';
