import { chatMoods, type FaultKind } from './faults.ts';

/** One try of a request; `status` is 0 where the line broke or nothing came in time. */
export interface Attempt {
  askedAt: number;
  endedAt: number;
  status: number;
}

export interface Fault {
  kind: FaultKind;
  at: number;
  servedAgainMs: number;
}

export interface MetFault extends Fault {
  /** Requests that failed while the fault lasted; of the chat platform, messages that met it. */
  met: number;
}

/**
 * Counts the effects of each fault: a fault without effect proves nothing. The chat platform's faults wait
 * for the next messages in their order, of which `chatLeft` have met none.
 */
export function countMet(
  faults: readonly Fault[],
  attempts: readonly Attempt[],
  chatLeft: number,
): MetFault[] {
  let chatMet = faults.filter(isOfChat).length * chatMoods.length - chatLeft;
  return faults.map((fault) => {
    if (!isOfChat(fault)) return { ...fault, met: attempts.filter((one) => isMetBy(one, fault)).length };
    const met = Math.min(Math.max(chatMet, 0), chatMoods.length);
    chatMet -= met;
    return { ...fault, met };
  });
}

const isOfChat = ({ kind }: Fault) => kind === 'chat platform hangs';

/** Checks whether a try was under way while the fault lasted and had no answer, or one of 5xx. */
function isMetBy({ askedAt, endedAt, status }: Attempt, { at, servedAgainMs }: Fault): boolean {
  return (status === 0 || status >= 500) && endedAt >= at && askedAt <= at + servedAgainMs;
}
