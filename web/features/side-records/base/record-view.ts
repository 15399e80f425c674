import type { ComponentType } from 'react';
import type { RecordOffer } from '#contract/record-offer.ts';
import type { SideRecordRow } from '#contract/side-records.ts';

/** Properties of the dialog of a command: the order, the command, and for an existing record its row. */
export interface RecordDialogProps {
  order: { id: string; code: string; title: string };
  offer: RecordOffer;
  record?: SideRecordRow | undefined;
  onDone: () => void;
  onClose: () => void;
}

/** Properties of the content of a record's card, with the commands that the person may give on the record. */
export interface RecordContentProps {
  record: SideRecordRow;
  order: RecordDialogProps['order'];
  offers: readonly RecordOffer[];
  onDone: () => void;
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
  /** True if this content is that of the record, not of other tables that only the present has. */
  hasOwnContent?: true;
  /** Commands that the content gives itself, without a button of the card and a dialog. */
  contentCommands?: readonly string[];
}
