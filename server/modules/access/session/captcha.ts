import { createHash } from 'node:crypto';
import type { Captcha } from '#contract/session.ts';
import type { Context } from '#server/framework/context.ts';
import { hashSecret, isSameText } from '#server/kernel/crypto/secrets.ts';
import { newSecret } from '#server/kernel/ids.ts';
import { drawCaptcha, newCaptchaText } from './captcha-picture.ts';
import { consumeCaptcha, insertCaptcha } from './queries.ts';

const validityMinutes = 2;
/** Zero bits that a proof of work needs: some 130,000 attempts, about a second for a browser. */
const workBits = 17;

/** Creates a captcha: a picture to read, or, for people who cannot see it, a computation for the browser. */
export async function createCaptcha(context: Context, kind: 'picture' | 'work'): Promise<Captcha> {
  const captchaToken = newSecret();
  const expiresAt = new Date(context.now().getTime() + validityMinutes * 60_000);
  const answer = kind === 'work' ? newSecret() : (context.config.demo.captcha ?? newCaptchaText());
  const img = kind === 'work' ? '' : await drawCaptcha(answer);
  await insertCaptcha(context.db, {
    token_hash: hashSecret(captchaToken),
    kind,
    answer: kind === 'work' ? answer : pictureAnswer(context, answer),
    expires_at: expiresAt,
  });
  return {
    img,
    captchaToken,
    work: kind === 'work' ? { salt: answer, difficulty: workBits } : null,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Deletes the captcha and returns whether it was solved; right or wrong, it cannot be tried again. */
export async function answerCaptcha(context: Context, token: string, solution: string): Promise<boolean> {
  const captcha = await consumeCaptcha(context.db, hashSecret(token), context.now());
  if (!captcha) return false;
  if (captcha.kind === 'work') return isWorkDone(captcha.answer, solution, workBits);
  return isSameText(captcha.answer, pictureAnswer(context, solution));
}

/** Returns the answer as a keyed digest, so that readers of the table cannot see it. */
function pictureAnswer(context: Context, text: string): string {
  return context.crypto.searchHash(`captcha ${text.trim()}`);
}

function isWorkDone(salt: string, nonce: string, bits: number): boolean {
  if (!/^\d{1,15}$/.test(nonce)) return false;
  const digest = createHash('sha256').update(`${salt}${nonce}`).digest();
  return digest.readUInt32BE(0) >>> (32 - bits) === 0;
}
