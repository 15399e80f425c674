import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';

/**
 * Returns the code of the authenticator for this secret, `steps` half-minutes from now. The server accepts
 * the previous, the current and the next step; the previous code may expire while a slow machine types it.
 */
export function codeOf(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp });
}

/** Returns the secret that the enrolment screen shows. */
export async function secretOfEnrolment(page: Page): Promise<string> {
  const shown = page.getByRole('status', { name: '密钥' });
  await expect(shown).toHaveText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  return (await shown.textContent()) ?? '';
}

export const codeField = (page: Page, label: '动态口令' | '恢复码') =>
  page.getByRole('textbox', { name: label });

export async function enterCode(page: Page, label: '动态口令' | '恢复码', code: string): Promise<void> {
  await codeField(page, label).fill(code);
  await page.getByRole('button', { name: '验证并登录' }).click();
}
