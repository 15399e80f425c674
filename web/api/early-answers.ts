/**
 * Answers that the page's inline script prefetches before the application has arrived (`web/app/first-paint`),
 * and the headers of every call.
 */

interface EarlyAnswer {
  token: string;
  sentAt: number;
  response: Promise<Response>;
}

declare global {
  interface Window {
    /** The pending and unused answers by address; the page's inline script and the application share nothing else. */
    earlyAnswers?: Map<string, EarlyAnswer>;
  }
}

/** Seconds after which a call fails without an answer. */
export const timeOutSeconds = 40;
/** An answer that no screen has used in this time may be outdated. */
const usableSeconds = 20;

/** Returns the headers of a call in a session, or without one. */
export function headersOfCall(token: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    // Without this header, a refusal on a path of the specification is HTTP 200 (S0 §8).
    'x-refusal-status': 'http',
    ...(token === undefined ? {} : { 'x-access-token': token }),
  };
}

/** Sends a reading call before the application has arrived, which then uses its answer. */
export function sendEarlyRequest(token: string, address: string): void {
  const response = fetch(address, {
    headers: headersOfCall(token),
    signal: AbortSignal.timeout(timeOutSeconds * 1000),
    credentials: 'same-origin',
  });
  // The call that uses the answer reports a failure.
  response.catch(() => undefined);
  window.earlyAnswers ??= new Map();
  window.earlyAnswers.set(address, { token, sentAt: performance.now(), response });
}

/**
 * Returns the answer to a reading call that was sent early in the same session, once; undefined if there is none.
 */
export function consumeEarlyAnswer(
  address: string,
  token: string | undefined,
): Promise<Response> | undefined {
  const answers = window.earlyAnswers;
  const answer = answers?.get(address);
  if (answer === undefined) return undefined;
  answers?.delete(address);
  const isUsable = performance.now() - answer.sentAt < usableSeconds * 1000;
  return isUsable && answer.token === token ? answer.response : undefined;
}

/** Removes all unused answers: after a changing call they show an earlier state. */
export function clearEarlyAnswers(): void {
  window.earlyAnswers?.clear();
}
