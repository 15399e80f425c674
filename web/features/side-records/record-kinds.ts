import type { ComponentType } from 'react';
import type { RecordOffer } from '#contract/records/record-offer.ts';
import type { SideRecordRow } from '#contract/records/side-records.ts';
import type { RecordKind } from '#domain/records/side-record.ts';
import { CorrectionDialog } from './correction/CorrectionDialog.tsx';
import { CorrectionPapers } from './correction/CorrectionPapers.tsx';
import { correctionFacts } from './correction/correction-facts.ts';
import { ExtensionDialog } from './extension/ExtensionDialog.tsx';
import { extensionFacts } from './extension/extension-facts.ts';
import { RareDialog } from './rare/RareDialog.tsx';
import { RarePapers } from './rare/RarePapers.tsx';
import { rareFacts } from './rare/rare-facts.ts';
import { SuspensionDialog } from './suspension/SuspensionDialog.tsx';
import { suspensionFacts } from './suspension/suspension-facts.ts';

/** Properties of the dialog of a command: the order, the command, and for an existing record its row. */
export interface RecordDialogProps {
  order: { id: string; code: string; title: string };
  offer: RecordOffer;
  record?: SideRecordRow | undefined;
  onDone: () => void;
  onClose: () => void;
}

/** Properties of the content of a record's card. */
export interface RecordContentProps {
  record: SideRecordRow;
  order: RecordDialogProps['order'];
}

/** A fact of a record's card: its label and its text. */
export type RecordFact = readonly [label: string, text: string];

/** Views of one kind of record: its dialogs, and the content of its card. */
export interface RecordKindView {
  /** Shows the dialog of each command of the kind. */
  Dialog: ComponentType<RecordDialogProps>;
  /** Returns the facts of the card. */
  facts: (record: SideRecordRow) => RecordFact[];
  /** Shows content of the card below the facts, such as a list of papers. */
  Content?: ComponentType<RecordContentProps>;
}

/** The views of all kinds; this file and all that it imports are loaded with the first record or dialog. */
export const recordKinds: Partial<Record<RecordKind, RecordKindView>> = {
  correction: { Dialog: CorrectionDialog, facts: correctionFacts, Content: CorrectionPapers },
  rare: { Dialog: RareDialog, facts: rareFacts, Content: RarePapers },
  suspension: { Dialog: SuspensionDialog, facts: suspensionFacts },
  extension: { Dialog: ExtensionDialog, facts: extensionFacts },
};
