import { Secret, TOTP } from 'otpauth';

/** Returns the code of an authenticator now, or `steps` half-minutes later. */
export function authenticatorCode(secret: string, now: Date, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: now.getTime() + steps * 30_000,
  });
}
