import type { DetailSlots } from '../detail-slots.ts';
import type { PrintPart } from '../prints/print-parts.ts';

/** Parts of the replay that the order's page provides. */
export interface ReplaySlots extends Pick<DetailSlots, 'ProcessDiagram' | 'EarlierRecords'> {
  onPrint: (part: PrintPart) => void;
}
