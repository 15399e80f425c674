import { messageSettings } from '#contract/message-settings.ts';
import { receiverLimits } from '#domain/messages/limits.ts';
import { readOffice } from '#server/seeds/office.ts';
import type { Caller } from './caller.ts';
import { accounts } from './lives.ts';

const roles = new Set(['handler', 'leader', 'supervisor', 'window-clerk']);
const maxALetter = 4;
const actsALetter = 17;

/**
 * Colleagues who get copies of the letters and are notified of them by chat. A number gets only so many
 * messages an hour, so that a chat platform which fails at any time of the run is only met when there are
 * many of them.
 */
const readers = readOffice().staff.filter(
  ({ account, roles: own, disabled }) =>
    disabled !== true && own.some((role) => roles.has(role)) && !accounts.some((one) => one === account),
);

/**
 * Sets chat notifications without quiet hours for each of them, and none for the handlers of the letters:
 * these get so many letters that their numbers reach the limit of an hour after the first few, and would keep
 * every fault to themselves.
 */
export async function chooseChat({ signIn, act }: Caller, password: string): Promise<void> {
  const choose = (account: string, events: object[]) =>
    act(account, 'settings', messageSettings.save.path, { events, quietFrom: null, quietUntil: null });
  for (const account of accounts) await choose(account, []);
  for (const { account } of readers) {
    await signIn(account, password);
    await choose(account, [{ event: 'copied', channels: ['7'] }]);
  }
}

/**
 * Chooses the readers of the letters: so many that the hourly limits of their numbers last for the whole run.
 */
export function readersOf(wantedActions: number): (number: number) => string[] {
  const each = (readers.length * receiverLimits[0].messages * actsALetter) / wantedActions;
  const count = Math.min(maxALetter, Math.max(1, Math.floor(each)));
  return (number) =>
    Array.from({ length: count }, (_, at) => `staff:${readers[(number * count + at) % readers.length]?.id}`);
}
