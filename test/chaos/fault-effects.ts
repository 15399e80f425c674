import { chatBehaviours, type FaultKind } from './faults.ts';

/** One attempt of a request; `status` is 0 if the connection broke or timed out. */
export interface Attempt {
  sentAt: number;
  endedAt: number;
  status: number;
}

export interface Fault {
  kind: FaultKind;
  at: number;
  servedAgainMs: number;
}

export interface FaultEffect extends Fault {
  /** Number of requests that failed during the fault; for a fault of the chat platform, of messages that it affected. */
  affected: number;
}

/**
 * Counts the effects of each fault: a fault without effect proves nothing. The faults of the chat platform
 * affect the next messages in their order; the last `unaffectedMessages` of them have affected no message yet.
 */
export function countFaultEffects(
  faults: readonly Fault[],
  attempts: readonly Attempt[],
  unaffectedMessages: number,
): FaultEffect[] {
  let chatAffected = faults.filter(isOfChat).length * chatBehaviours.length - unaffectedMessages;
  return faults.map((fault) => {
    if (!isOfChat(fault))
      return { ...fault, affected: attempts.filter((one) => wasHitBy(one, fault)).length };
    const affected = Math.min(Math.max(chatAffected, 0), chatBehaviours.length);
    chatAffected -= affected;
    return { ...fault, affected };
  });
}

const isOfChat = ({ kind }: Fault) => kind === 'chat platform hangs';

/** Checks whether an attempt was running during the fault and got no answer or a 5xx. */
function wasHitBy({ sentAt, endedAt, status }: Attempt, { at, servedAgainMs }: Fault): boolean {
  return (status === 0 || status >= 500) && endedAt >= at && sentAt <= at + servedAgainMs;
}
