import { writeStored } from '#web/api/read-stored.ts';

const accountKey = 'banjian.rememberedAccount';
const deviceKey = 'banjian.device';

/** The revocable token of this browser for one account; `remembered` if it can replace the password. */
export interface RememberedDevice {
  account: string;
  deviceToken: string;
  remembered: boolean;
}

export function rememberedAccount(): string | undefined {
  return localStorage.getItem(accountKey) ?? undefined;
}

export function rememberAccount(account: string | undefined): void {
  if (account === undefined) localStorage.removeItem(accountKey);
  else writeStored(accountKey, account);
}

/**
 * Returns the token that an earlier login of this account stored here; the password itself is never stored.
 */
export function findRememberedDevice(account: string): RememberedDevice | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(deviceKey) ?? 'null');
    return isDevice(stored) && stored.account === account.trim() ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function rememberDevice(device: RememberedDevice): void {
  writeStored(deviceKey, JSON.stringify(device));
}

export function clearRememberedDevice(): void {
  localStorage.removeItem(deviceKey);
}

function isDevice(value: unknown): value is RememberedDevice {
  if (typeof value !== 'object' || value === null) return false;
  const { account, deviceToken, remembered } = value as Partial<RememberedDevice>;
  return typeof account === 'string' && typeof deviceToken === 'string' && typeof remembered === 'boolean';
}
