import type { Endpoint } from '#contract/endpoint.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { Refusal } from '#domain/refusals/refusals.ts';

/** What the work of a call learnt of whom it is about; the watch is told of it. */
export interface CallSubject {
  /** Whose sign-in it is, where no account was typed. */
  account?: string;
  /** A first step that was right: nobody is signed in yet. */
  isHalfWay?: boolean;
}

/** How a call ended, for whoever keeps watch. */
export interface CallOutcome {
  endpoint: Endpoint;
  /** Undefined for a stranger. */
  actor: Actor | undefined;
  /** What was sent, not checked. */
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
