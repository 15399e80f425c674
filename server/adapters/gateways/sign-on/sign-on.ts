import type { PersonClaim } from '#server/kernel/config/sign-on.ts';

/** Why a sign-on failed: the provider is away, or its answer proves no person. `cause` is for the log. */
export interface SignOnProblem {
  fault: 'unavailable' | 'refused';
  cause: string;
}

/** The address for the browser, and the values to keep until it comes back. */
export interface Begun {
  location: string;
  kept: Record<string, string>;
}

/** Person whom the provider vouches for: the value of its claim, and the proof that its own sign-out will ask for. */
export interface VouchedPerson {
  person: string;
  /** Of OpenID Connect the id token; empty where there is none. */
  proof: string;
}

/** The way in by the office's unified login (S0 §2). */
export interface SignOn {
  readonly kind: 'oidc' | 'gateway';
  /** The built-in stand-in of the demo. */
  readonly isTwin: boolean;
  readonly person: PersonClaim;
  /**
   * Returns the address to which the provider sends the browser back; `target` is the page it wanted to see.
   */
  returnAddress(origin: string, target: string, state: string): string;
  begin(returnAddress: string, state: string): Promise<Begun | SignOnProblem>;
  /** `answer` is the query that the browser came back with; good once. */
  finish(
    answer: URLSearchParams,
    kept: Record<string, string>,
    returnAddress: string,
  ): Promise<VouchedPerson | SignOnProblem>;
  /**
   * Returns the address at which the provider ends its own session and sends the browser on; undefined where
   * it has no such place.
   */
  signOutAddress(proof: string, returnAddress: string): Promise<string | undefined>;
}

export function isProblem(value: object): value is SignOnProblem {
  return 'fault' in value;
}
