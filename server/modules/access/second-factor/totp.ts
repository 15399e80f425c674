import { Secret, TOTP } from 'otpauth';
import { toDataURL } from 'qrcode';
import type { Enrolment } from '#contract/second-factor.ts';

/** Thirty seconds of RFC 6238; a clock may be one step ahead or behind. */
const periodSeconds = 30;
const toleratedSteps = 1;
const secretBytes = 20;
const issuer = '办件通';

export function newFactorSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

function factorOf(secret: string, account = ''): TOTP {
  return new TOTP({
    issuer,
    label: account,
    // Parameters that every authenticator supports; other values are silently ignored by some.
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}

/** Returns the data for setting up an authenticator: the QR code, and the same as text. */
export async function presentEnrolment(secret: string, account: string): Promise<Enrolment> {
  const uri = factorOf(secret, account).toString();
  return { secret, uri, picture: await toDataURL(uri, { errorCorrectionLevel: 'M', margin: 2, width: 208 }) };
}

/** Returns the time step of the code; undefined if it belongs to none near now (RFC 6238 §5.2). */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = factorOf(secret).validate({ token: code, timestamp, window: toleratedSteps });
  return delta === null ? undefined : Math.floor(timestamp / (periodSeconds * 1000)) + delta;
}
