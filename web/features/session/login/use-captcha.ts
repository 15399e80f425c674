import { useCallback, useEffect, useRef, useState } from 'react';
import { type Captcha, loadCaptcha, type Proof, solveProof } from '../sign-in.ts';

const retryMs = 5_000;

/**
 * Returns the captcha of the login form and its answer: the code of a picture, or a proof of work in place of it. If
 * the user submits before the picture or the proof is loaded, the submission waits for it.
 */
export function useCaptcha() {
  const [verifyCode, setVerifyCode] = useState('');
  const [captcha, setCaptcha] = useState<Captcha | 'failed' | undefined>(undefined);
  const [proof, setProof] = useState<Proof | 'solving' | undefined>(undefined);
  const captchaRequest = useRef<Promise<Captcha | 'failed'>>(undefined);
  const proofRequest = useRef<Promise<Proof>>(undefined);

  const refreshCaptcha = useCallback(() => {
    setVerifyCode('');
    setProof(undefined);
    setCaptcha(undefined);
    const request = loadCaptcha().catch(() => 'failed' as const);
    captchaRequest.current = request;
    void request.then((loaded) => captchaRequest.current === request && setCaptcha(loaded));
  }, []);
  useEffect(refreshCaptcha, [refreshCaptcha]);
  /** Repeats the request for a picture after a failure, without a message. */
  useEffect(() => {
    if (captcha !== 'failed' || proof !== undefined) return;
    const failedRequest = captchaRequest.current;
    const retry = () => {
      loadCaptcha().then(
        (loaded) => {
          if (captchaRequest.current !== failedRequest) return;
          captchaRequest.current = Promise.resolve(loaded);
          setCaptcha(loaded);
        },
        () => undefined,
      );
    };
    const timer = setInterval(retry, retryMs);
    addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      removeEventListener('online', retry);
    };
  }, [captcha, proof]);

  /** Solves the proof in place of the picture's code; throws when it cannot be solved. */
  const solve = async (): Promise<void> => {
    setProof('solving');
    proofRequest.current = solveProof();
    try {
      setProof(await proofRequest.current);
    } catch (cause) {
      setProof(undefined);
      throw cause;
    }
  };

  /** Returns the answer to the captcha when the captcha is loaded; undefined if no picture could be loaded. */
  const answer = async (): Promise<Proof | undefined> => {
    if (proof !== undefined) return await proofRequest.current;
    const image = await captchaRequest.current;
    return typeof image === 'object'
      ? { captchaToken: image.captchaToken, verifyCode: verifyCode.trim() }
      : undefined;
  };

  return { captcha, proof, verifyCode, setVerifyCode, refreshCaptcha, solve, answer };
}
