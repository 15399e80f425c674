import { messageSettings } from '#contract/message-settings.ts';
import { recipientLimits } from '#domain/messages/limits.ts';
import { readOffice } from '#server/seeds/office.ts';
import type { Caller } from './caller.ts';
import { accounts } from './complete-letter.ts';

const roles = new Set(['handler', 'leader', 'supervisor', 'window-clerk']);
const maxMessagesOfLetter = 4;
const actionsOfLetter = 17;

/**
 * Colleagues who receive copies of the letters and are notified by chat. Each phone number gets only a few
 * messages an hour, so many people are needed for the chat platform to be used throughout the run.
 */
const readers = readOffice().staff.filter(
  ({ account, roles: ownRoles, disabled }) =>
    disabled !== true && ownRoles.some((role) => roles.has(role)) && !accounts.some((one) => one === account),
);

/**
 * Turns on chat notifications without quiet hours for each of them, and turns them off for the handlers of
 * the letters: those get so many letters that their numbers would reach the hourly limit after the first few,
 * and would take all messages of the faults.
 */
export async function configureChat({ signIn, act }: Caller, password: string): Promise<void> {
  const saveChannels = (account: string, events: object[]) =>
    act(account, 'settings', messageSettings.save.path, { events, quietFrom: null, quietUntil: null });
  for (const account of accounts) await saveChannels(account, []);
  for (const { account } of readers) {
    await signIn(account, password);
    await saveChannels(account, [{ event: 'copied', channels: ['7'] }]);
  }
}

/** Chooses enough readers of the letters for the hourly limits of their numbers to last for the whole run. */
export function readersOf(actionCount: number): (number: number) => string[] {
  const each = (readers.length * recipientLimits[0].messages * actionsOfLetter) / actionCount;
  const count = Math.min(maxMessagesOfLetter, Math.max(1, Math.floor(each)));
  return (number) =>
    Array.from(
      { length: count },
      (_, index) => `staff:${readers[(number * count + index) % readers.length]?.id}`,
    );
}
