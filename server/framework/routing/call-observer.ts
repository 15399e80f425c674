import type { Endpoint } from '#contract/endpoint.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { Refusal } from '#domain/refusals/refusals.ts';

/** Person that a call is about, as found during its work; passed to the watch. */
export interface CallSubject {
  /** Account of the sign-in, if none was typed. */
  account?: string;
  /** True if the first step of the sign-in succeeded and the person is not signed in yet. */
  hasHalfSession?: boolean;
}

/** The result of a call, for watchers. */
export interface CallOutcome {
  endpoint: Endpoint;
  /** Undefined for a visitor without a session. */
  actor: Actor | undefined;
  /** Unchecked input of the call. */
  input: { params: unknown; query: unknown; body: unknown };
  refusal: Refusal | undefined;
  subject?: CallSubject;
  ip: string;
  userAgent: string;
  requestId: string;
}

/**
 * Receives the result of every call; the audit module provides it. `note` must return at once and never
 * throw.
 */
export interface CallObserver {
  record(outcome: CallOutcome): void;
  /** Writes the collected results; called at shutdown, and by tests. */
  flush(): Promise<void>;
}
