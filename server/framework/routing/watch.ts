import type { Endpoint } from '#contract/endpoint.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { Refusal } from '#domain/refusals/refusals.ts';

/** Person whom a call is about, as its work found out; passed to the watch. */
export interface CallSubject {
  /** Account of the sign-in, if none was typed. */
  account?: string;
  /** True where a first step of the sign-in was right and the person is not signed in yet. */
  isHalfWay?: boolean;
}

/** The result of a call, for watchers. */
export interface CallOutcome {
  endpoint: Endpoint;
  /** Undefined for a visitor without a session. */
  actor: Actor | undefined;
  /** Input of the call, not checked. */
  sent: { params: unknown; query: unknown; body: unknown };
  refusal: Refusal | undefined;
  subject?: CallSubject;
  ip: string;
  userAgent: string;
  requestId: string;
}

/** Sees how every call ended; the audit module provides it. `note` must return at once and never throw. */
export interface Watch {
  note(outcome: CallOutcome): void;
  /** Writes what was noted; for an orderly end, and for tests. */
  flush(): Promise<void>;
}
