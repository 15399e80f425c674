import type { PersonClaim } from '#server/kernel/config/sign-on.ts';

/**
 * Reason why a sign-on failed: the provider is unavailable, or its answer proves no person. `cause` is for
 * the log.
 */
export interface SignOnProblem {
  fault: 'unavailable' | 'refused';
  cause: string;
}

/** The address for the browser, and the values to keep until it returns. */
export interface SignOnRedirect {
  location: string;
  secrets: Record<string, string>;
}

/** Person whom the provider confirms: the value of its claim, and the proof that its own sign-out needs. */
export interface ConfirmedPerson {
  person: string;
  /** The id token for OpenID Connect; empty for a gateway. */
  proof: string;
}

/** Sign-on by the office's unified login (S0 §2). */
export interface SignOn {
  readonly kind: 'oidc' | 'gateway';
  /** True for the built-in simulator of the demo. */
  readonly isSimulated: boolean;
  readonly person: PersonClaim;
  /**
   * Returns the address to which the provider sends the browser back; `target` is the page that was
   * requested.
   */
  returnAddress(origin: string, target: string, state: string): string;
  begin(returnAddress: string, state: string): Promise<SignOnRedirect | SignOnProblem>;
  /** Completes a sign-on; `answer` is the query with which the browser returned, valid once. */
  finish(
    answer: URLSearchParams,
    secrets: Record<string, string>,
    returnAddress: string,
  ): Promise<ConfirmedPerson | SignOnProblem>;
  /**
   * Returns the address at which the provider ends its own session and redirects the browser; undefined if it
   * has none.
   */
  signOutAddress(proof: string, returnAddress: string): Promise<string | undefined>;
}

export function isProblem(value: object): value is SignOnProblem {
  return 'fault' in value;
}
