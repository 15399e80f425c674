/** One message to an outside system. */
export interface OutgoingMessage {
  /** Ours, and the same at every try: a provider that recognises it delivers the message once. */
  id: string;
  /** A mobile number, by which every provider finds whom it reaches. */
  receiver: string;
  content: string;
}

/**
 * Result of one try. `rejected`: certainly not taken, and worth another try only with `again`. `unknown`: it may have
 * been taken, since the answer never came or says nothing. `fault` is a provider's code or one of ours, never a text
 * that repeats the message.
 */
export type SendOutcome =
  | { kind: 'accepted'; providerId: string }
  | { kind: 'rejected'; fault: string; again: boolean }
  | { kind: 'unknown'; fault: string };

/** The gateway to the outside system of one channel. */
export interface MessageGateway {
  /** Written beside every message that it took. */
  readonly name: string;
  /** True for the built-in simulator, which keeps messages instead of sending them. */
  readonly isTwin: boolean;
  /**
   * True where a second try with the same id is recognised, so that a try without an answer may be made
   * again.
   */
  readonly knowsIds: boolean;
  /** Never throws for what a provider or the network does. */
  send(message: OutgoingMessage): Promise<SendOutcome>;
}
