import { useCallback, useEffect, useRef, useState } from 'react';
import { type Captcha, loadCaptcha, type Proof, solveProof } from '../sign-in.ts';

const againMs = 5_000;

/**
 * Holds the captcha of the login form and its answer: the code of a picture, or a proof of work in place of it. A user
 * who submits before the picture or the proof has come waits for it.
 */
export function useCaptcha() {
  const [verifyCode, setVerifyCode] = useState('');
  const [captcha, setCaptcha] = useState<Captcha | 'failed' | undefined>(undefined);
  const [proof, setProof] = useState<Proof | 'solving' | undefined>(undefined);
  const coming = useRef<Promise<Captcha | 'failed'>>(undefined);
  const proving = useRef<Promise<Proof>>(undefined);

  const refreshCaptcha = useCallback(() => {
    setVerifyCode('');
    setProof(undefined);
    setCaptcha(undefined);
    const request = loadCaptcha().catch(() => 'failed' as const);
    coming.current = request;
    void request.then((come) => coming.current === request && setCaptcha(come));
  }, []);
  useEffect(refreshCaptcha, [refreshCaptcha]);
  /** Asks again for a picture that did not come, quietly, so that the user need not check the network. */
  useEffect(() => {
    if (captcha !== 'failed' || proof !== undefined) return;
    const failed = coming.current;
    const again = () => {
      loadCaptcha().then(
        (come) => {
          if (coming.current !== failed) return;
          coming.current = Promise.resolve(come);
          setCaptcha(come);
        },
        () => undefined,
      );
    };
    const timer = setInterval(again, againMs);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [captcha, proof]);

  /** Solves the proof in place of the picture's code; throws when it cannot be solved. */
  const solve = async (): Promise<void> => {
    setProof('solving');
    proving.current = solveProof();
    try {
      setProof(await proving.current);
    } catch (cause) {
      setProof(undefined);
      throw cause;
    }
  };

  /** The answer to the captcha, once there is one to answer; undefined when no picture came. */
  const answer = async (): Promise<Proof | undefined> => {
    if (proof !== undefined) return await proving.current;
    const image = await coming.current;
    return typeof image === 'object'
      ? { captchaToken: image.captchaToken, verifyCode: verifyCode.trim() }
      : undefined;
  };

  return { captcha, proof, verifyCode, setVerifyCode, refreshCaptcha, solve, answer };
}
