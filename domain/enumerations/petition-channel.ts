import { hasCode } from './code-list.ts';

/** Channels by which a petition arrives (S2 Enumerations; the codes are ours). */
export const PetitionChannel = {
  letter: 'letter',
  visit: 'visit',
  call: 'call',
  leaderMailbox: 'leader-mailbox',
  other: 'other',
} as const;
export type PetitionChannel = (typeof PetitionChannel)[keyof typeof PetitionChannel];

export const petitionChannelLabel: Record<PetitionChannel, string> = {
  [PetitionChannel.letter]: '来信',
  [PetitionChannel.visit]: '来访',
  [PetitionChannel.call]: '来电',
  [PetitionChannel.leaderMailbox]: '领导信箱',
  [PetitionChannel.other]: '其他',
};

export function isPetitionChannel(value: unknown): value is PetitionChannel {
  return hasCode(PetitionChannel, value);
}
