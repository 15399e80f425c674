import type { HandleResult } from '#contract/acting.ts';
import { askingOthers } from '#contract/asking-others.ts';
import { handling } from '#contract/handling.ts';
import type { OrderOffer } from '#contract/work-orders.ts';
import { type ActionOutcome, useAction } from '#web/api/use-action.ts';

/** The choices in the dialog of an offered action. */
export interface OfferChoice {
  /** Trace of the task; null for the order as a whole. */
  traceId: string | null;
  reason: string;
  /** Candidate key of the handler who gets the task; empty if none is needed. */
  candidate: string;
}

/** Offered actions that ask for a reason and perhaps a person; 抄送, 催办 and 补充材料 have their own dialogs. */
export type PlainOffer = Exclude<OrderOffer['action'], 'copy' | 'urge' | 'addPapers'>;

/** Sends a confirmed offer; each action has its own call. */
export function useOffer(
  action: PlainOffer,
  orderCode: string,
): { send: (choice: OfferChoice) => Promise<ActionOutcome<HandleResult>>; running: boolean } {
  const withdraw = useAction(handling.withdraw);
  const recall = useAction(handling.recall);
  const reassign = useAction(handling.reassign);
  const callOff = useAction(askingOthers.callOffCountersign);
  const params = { workorderCode: orderCode };
  const senders: Record<PlainOffer, (choice: OfferChoice) => Promise<ActionOutcome<HandleResult>>> = {
    withdraw: ({ traceId, reason }) => withdraw.run({ params, body: { traceId, reason } }),
    recall: ({ reason }) => recall.run({ params, body: { reason } }),
    reassign: ({ traceId, candidate, reason }) =>
      reassign.run({ body: { traceId: traceId ?? '', candidate, reason } }),
    callOffCountersign: ({ traceId, reason }) => callOff.run({ body: { traceId: traceId ?? '', reason } }),
  };
  const calls = [withdraw, recall, reassign, callOff];
  return { send: senders[action], running: calls.some(({ running }) => running) };
}
