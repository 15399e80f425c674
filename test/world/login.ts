import { sm2 } from 'sm-crypto-v2';
import { type TestPortal, testPassword } from '#test/world/portal.ts';

/** Signs in at a test portal step by step, as the login page does. */
export function createLoginSteps({ call }: Pick<TestPortal, 'call'>) {
  async function captchaToken(): Promise<string> {
    const { body } = await call('/sys/captcha');
    return (body.data as unknown as { captchaToken: string }).captchaToken;
  }

  /** Encrypts a password as a browser does (S0 §5). */
  async function encryptPassword(password: string, nonce: string): Promise<string> {
    const { body } = await call('/api/session/public-key');
    const { publicKey } = body.data as unknown as { publicKey: string };
    return `sm2:${sm2.doEncrypt(`${nonce} ${password}`, publicKey, 1)}`;
  }

  async function logIn(form: Record<string, string>) {
    return await call('/login', {
      form: { verifyCode: 'a7k3', captchaToken: await captchaToken(), password: testPassword, ...form },
    });
  }

  return { captchaToken, encryptPassword, logIn };
}
