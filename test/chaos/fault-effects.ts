import { chatMoods, type FaultKind } from './faults.ts';

/** One attempt of a request; `status` is 0 if the connection broke or timed out. */
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

export interface FaultEffect extends Fault {
  /**
   * Number of requests that failed during the fault; for faults of the chat platform, of messages affected by
   * it.
   */
  met: number;
}

/**
 * Counts the effects of each fault: a fault without effect proves nothing. The faults of the chat platform
 * affect the next messages in their order; the last `chatLeft` of them have affected none yet.
 */
export function countFaultEffects(
  faults: readonly Fault[],
  attempts: readonly Attempt[],
  chatLeft: number,
): FaultEffect[] {
  let chatMet = faults.filter(isOfChat).length * chatMoods.length - chatLeft;
  return faults.map((fault) => {
    if (!isOfChat(fault)) return { ...fault, met: attempts.filter((one) => wasHitBy(one, fault)).length };
    const met = Math.min(Math.max(chatMet, 0), chatMoods.length);
    chatMet -= met;
    return { ...fault, met };
  });
}

const isOfChat = ({ kind }: Fault) => kind === 'chat platform hangs';

/** Checks whether an attempt was running during the fault and got no answer or a 5xx. */
function wasHitBy({ askedAt, endedAt, status }: Attempt, { at, servedAgainMs }: Fault): boolean {
  return (status === 0 || status >= 500) && endedAt >= at && askedAt <= at + servedAgainMs;
}
