import { session } from '#contract/session.ts';
import { demoPassword } from '#server/kernel/config/config.ts';
import { benchCaptcha } from './world/world.ts';

/** Signs people in over HTTP as a browser does; returns their tokens by account. */
export async function signIn(
  port: number,
  accounts: readonly string[],
  verifyCode = benchCaptcha,
): Promise<Record<string, string>> {
  const base = `http://127.0.0.1:${port}`;
  const tokens: Record<string, string> = {};
  for (const account of accounts) {
    const captcha = (await (await fetch(`${base}${session.captcha.path}`)).json()) as {
      data: { captchaToken: string };
    };
    const { captchaToken } = captcha.data;
    const form = { username: account, password: demoPassword, verifyCode, captchaToken };
    const answer = await fetch(`${base}${session.login.path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const body = (await answer.json()) as { errcode: number; data?: { accessToken: string } };
    if (body.errcode !== 0 || !body.data)
      throw new Error(`${account} cannot sign in: ${JSON.stringify(body)}`);
    tokens[account] = body.data.accessToken;
  }
  return tokens;
}
