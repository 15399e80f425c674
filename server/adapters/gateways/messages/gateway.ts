/** One message to an outside system. */
export interface OutgoingMessage {
  /** Our id, the same at every attempt: a provider that recognises it delivers the message once. */
  id: string;
  /** The recipient's mobile number, which every provider uses. */
  receiver: string;
  content: string;
}

/**
 * Result of one attempt. `rejected`: certainly not accepted, to be retried only with `mayRetry`. `unknown`: it
 * may have been accepted, because there was no clear answer. `fault` is a provider's code or one of ours,
 * never a text that repeats the message.
 */
export type SendOutcome =
  | { kind: 'accepted'; providerId: string }
  | { kind: 'rejected'; fault: string; mayRetry: boolean }
  | { kind: 'unknown'; fault: string };

/** The gateway to the outside system of one channel. */
export interface MessageGateway {
  /** Stored with every message that it accepted. */
  readonly name: string;
  /** True for the built-in simulator, which stores messages instead of sending them. */
  readonly isSimulated: boolean;
  /**
   * True if a repetition with the same id is recognised, so that an attempt without an answer may be
   * repeated.
   */
  readonly recognisesIds: boolean;
  /** Sends a message; never throws because of the provider or the network. */
  send(message: OutgoingMessage): Promise<SendOutcome>;
}
