import { useRef, useState } from 'react';
import type { SecondFactorChallenge } from '#contract/session.ts';
import type { DemoPerson } from '#contract/welcome.ts';
import { findRememberedDevice } from '../remembered-account.ts';
import { type Proof, signIn, solveProof } from '../sign-in.ts';

/** A captcha is valid for two minutes; a proof older than this is computed again. */
const freshMs = 90_000;

/**
 * Logs in as a person of the demo by the ordinary call, with a proof of work in place of the captcha. The
 * computation starts when the pointer approaches the cards, so that it is ready when one is pressed.
 */
export function useDemoEntry(props: {
  password: string;
  onSignedIn: () => void;
  onHalf: (half: SecondFactorChallenge) => void;
  onRefused: (account: string, cause: unknown) => void;
}) {
  const [entering, setEntering] = useState<string | undefined>(undefined);
  const ahead = useRef<{ proof: Promise<Proof>; at: number }>(undefined);

  const prepare = () => {
    if (ahead.current && performance.now() - ahead.current.at < freshMs) return;
    const proof = solveProof();
    // A failure is reported when the proof is needed.
    proof.catch(() => undefined);
    ahead.current = { proof, at: performance.now() };
  };

  const enter = async ({ account }: DemoPerson) => {
    if (entering !== undefined) return;
    setEntering(account);
    prepare();
    const proof = ahead.current?.proof;
    ahead.current = undefined;
    try {
      const half = await signIn({
        username: account,
        password: props.password,
        ...((await proof) as Proof),
        rememberDevice: false,
        deviceToken: findRememberedDevice(account)?.deviceToken,
      });
      if (half) props.onHalf(half);
      else props.onSignedIn();
    } catch (cause) {
      setEntering(undefined);
      props.onRefused(account, cause);
    }
  };

  return { entering, prepare, enter };
}
