import type { RecordKind } from '#domain/records/side-record.ts';
import type { RecordKindView } from './base/record-view.ts';
import { CorrectionDialog } from './correction/CorrectionDialog.tsx';
import { CorrectionPapers } from './correction/CorrectionPapers.tsx';
import { reviewCommands } from './correction/CorrectionReview.tsx';
import { correctionFacts } from './correction/correction-facts.ts';
import { ExpressContent } from './express/ExpressContent.tsx';
import { ExpressDialog } from './express/ExpressDialog.tsx';
import { expressFacts } from './express/express-facts.ts';
import { ExtensionDialog } from './extension/ExtensionDialog.tsx';
import { extensionFacts } from './extension/extension-facts.ts';
import { MergeContent } from './merge/MergeContent.tsx';
import { MergeDialog } from './merge/MergeDialog.tsx';
import { mergeFacts } from './merge/merge-facts.ts';
import { OutputDialog } from './output/OutputDialog.tsx';
import { outputFacts } from './output/output-facts.ts';
import { PaymentContent } from './payment/PaymentContent.tsx';
import { PaymentDialog } from './payment/PaymentDialog.tsx';
import { paymentFacts } from './payment/payment-facts.ts';
import { RareDialog } from './rare/RareDialog.tsx';
import { RarePapers } from './rare/RarePapers.tsx';
import { rareFacts } from './rare/rare-facts.ts';
import { SpecialDialog } from './special/SpecialDialog.tsx';
import { specialFacts } from './special/special-facts.ts';
import { SupervisionDialog } from './supervision/SupervisionDialog.tsx';
import { supervisionFacts } from './supervision/supervision-facts.ts';
import { SuspensionDialog } from './suspension/SuspensionDialog.tsx';
import { suspensionFacts } from './suspension/suspension-facts.ts';

/** The views of all kinds; this file and all that it imports are loaded with the first record or dialog. */
export const recordKinds: Partial<Record<RecordKind, RecordKindView>> = {
  correction: {
    Dialog: CorrectionDialog,
    facts: correctionFacts,
    Content: CorrectionPapers,
    contentCommands: reviewCommands,
    hasOwnContent: true,
  },
  rare: { Dialog: RareDialog, facts: rareFacts, Content: RarePapers, hasOwnContent: true },
  suspension: { Dialog: SuspensionDialog, facts: suspensionFacts },
  merge: { Dialog: MergeDialog, facts: mergeFacts, Content: MergeContent },
  extension: { Dialog: ExtensionDialog, facts: extensionFacts },
  special: { Dialog: SpecialDialog, facts: specialFacts },
  supervision: { Dialog: SupervisionDialog, facts: supervisionFacts },
  express: { Dialog: ExpressDialog, facts: expressFacts, Content: ExpressContent },
  output: { Dialog: OutputDialog, facts: outputFacts },
  payment: { Dialog: PaymentDialog, facts: paymentFacts, Content: PaymentContent },
};
