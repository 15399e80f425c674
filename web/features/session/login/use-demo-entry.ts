import { useRef, useState } from 'react';
import type { SecondFactorChallenge } from '#contract/session.ts';
import type { DemoPerson } from '#contract/welcome.ts';
import { findRememberedDevice } from '../remembered-account.ts';
import { type Proof, signIn, solveProof } from '../sign-in.ts';

/** A captcha is valid for two minutes; a proof older than this is computed again. */
const validMs = 90_000;

/**
 * Logs in as a person of the demo by the ordinary call, with a proof of work in place of the captcha. The
 * computation starts when the pointer is over the cards, so that it is ready when one is pressed.
 */
export function useDemoEntry(props: {
  password: string;
  onSignedIn: () => void;
  onSecondStep: (secondStep: SecondFactorChallenge) => void;
  onRefused: (account: string, cause: unknown) => void;
}) {
  const [enteringAccount, setEnteringAccount] = useState<string | undefined>(undefined);
  const preparedProof = useRef<{ proof: Promise<Proof>; at: number }>(undefined);

  const prepare = () => {
    if (preparedProof.current && performance.now() - preparedProof.current.at < validMs) return;
    const proof = solveProof();
    // A failure is reported when the proof is needed.
    proof.catch(() => undefined);
    preparedProof.current = { proof, at: performance.now() };
  };

  const enter = async ({ account }: DemoPerson) => {
    if (enteringAccount !== undefined) return;
    setEnteringAccount(account);
    prepare();
    const proof = preparedProof.current?.proof;
    preparedProof.current = undefined;
    try {
      const secondStep = await signIn({
        username: account,
        password: props.password,
        ...((await proof) as Proof),
        rememberDevice: false,
        deviceToken: findRememberedDevice(account)?.deviceToken,
      });
      if (secondStep) props.onSecondStep(secondStep);
      else props.onSignedIn();
    } catch (cause) {
      setEnteringAccount(undefined);
      props.onRefused(account, cause);
    }
  };

  return { enteringAccount, prepare, enter };
}
