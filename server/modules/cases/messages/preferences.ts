import type { messageSettings } from '#contract/message-settings.ts';
import { type Actor, mayParticipateInMatters, type Permission } from '#domain/access/actor.ts';
import { isMobile } from '#domain/certificates/phone.ts';
import { MessageChannel, messageChannelLabel } from '#domain/enumerations/message-channel.ts';
import { MessageEvent, messageEventLabel } from '#domain/messages/message-event.ts';
import { type QuietHours, readTimeOfDay, writeTimeOfDay } from '#domain/messages/quiet-hours.ts';
import { type Problem, refuse } from '#domain/refusals/refusals.ts';
import { maskMobile } from '#domain/sensitive/masks.ts';
import type { ExternalChannel } from '#server/adapters/gateways/messages/message-gateways.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { type ActingCall, actOnce } from '#server/modules/access/audit/service.ts';
import * as queries from './preferences.queries.ts';

export const externalChannels = [MessageChannel.sms, MessageChannel.governmentChat] as const;

/** Returns the channels of each event for this person, and the others that can be chosen. */
export async function readSettings({ db, crypto, gateways }: Context, actor: Actor) {
  const [preference, [person]] = await Promise.all([
    queries.findPreference(db, actor.staffId),
    queries.listPeopleWithPreferences(db, [actor.staffId]),
  ]);
  const mobile = mobileOf(crypto, person?.mobile_sealed ?? null);
  const quiet = preference && quietHoursOf(preference);
  return {
    mobile: mobile === undefined ? null : maskMobile(mobile),
    channels: externalChannels.map((channel) => ({
      channel,
      label: messageChannelLabel[channel],
      isOpen: gateways[channel] !== undefined,
      isTwin: gateways[channel]?.isSimulated ?? false,
    })),
    events: Object.values(MessageEvent).map((event) => ({
      event,
      label: messageEventLabel[event],
      channels: externalChannels.filter((channel) => preference?.channels[event]?.includes(channel)),
    })),
    quietFrom: quiet ? writeTimeOfDay(quiet.fromMinute) : null,
    quietUntil: quiet ? writeTimeOfDay(quiet.untilMinute) : null,
  };
}

interface SubmittedSettings {
  events: readonly { event: MessageEvent; channels: readonly ExternalChannel[] }[];
  quietFrom: string | null;
  quietUntil: string | null;
}

export async function saveSettings(
  call: ActingCall<typeof messageSettings.save>,
  settings: SubmittedSettings,
) {
  const { context, actor } = call;
  const quiet = readQuietHours(settings);
  if (Array.isArray(quiet)) return refuse('badInput', { problems: quiet });
  return actOnce(call, async (tx) => {
    const channels = Object.fromEntries(
      settings.events.map(({ event, channels }) => [event, [...new Set(channels)]]),
    );
    await queries.upsertPreference(tx, actor.staffId, {
      channels: JSON.stringify(channels),
      quiet_from: quiet?.fromMinute ?? null,
      quiet_until: quiet?.untilMinute ?? null,
      updated_at: context.now(),
    });
    return {
      answer: {},
      auditRecord: {
        chain: `message-settings:${actor.staffId}`,
        action: 'message-settings.save',
        objectKind: 'staff',
        objectId: actor.staffId,
        detail: { channels, quietFrom: settings.quietFrom, quietUntil: settings.quietUntil },
      },
    };
  });
}

function readQuietHours({ quietFrom, quietUntil }: SubmittedSettings): QuietHours | undefined | Problem[] {
  if (quietFrom === null && quietUntil === null) return undefined;
  const from = readTimeOfDay(quietFrom ?? '');
  const until = readTimeOfDay(quietUntil ?? '');
  if (from !== undefined && until !== undefined && from !== until) {
    return { fromMinute: from, untilMinute: until };
  }
  const problems: Problem[] = [];
  if (from === undefined) problems.push({ field: 'quietFrom', message: '请选择开始时间' });
  if (until === undefined) problems.push({ field: 'quietUntil', message: '请选择结束时间' });
  if (problems.length === 0) problems.push({ field: 'quietUntil', message: '结束时间不能与开始时间相同' });
  return problems;
}

/** Returns the current quiet hours of a person; undefined if there are none. */
export async function findQuietHours(db: Db, staffId: string): Promise<QuietHours | undefined> {
  const preference = await queries.findPreference(db, staffId);
  return preference && quietHoursOf(preference);
}

/** A person who can get messages, with the phone number, the quiet hours and the enabled channels. */
export interface ReachablePerson {
  staffId: string;
  name: string;
  /** Undefined to use only in-portal messages. */
  mobile: string | undefined;
  quietHours: QuietHours | undefined;
  accepts(event: MessageEvent, channel: ExternalChannel): boolean;
}

/** Finds people in service who may participate in matters (docs/decisions/0057): messages outside are about matters. */
export async function findReachablePeople(
  { db, crypto }: Pick<Context, 'db' | 'crypto'>,
  staffIds: readonly string[],
): Promise<ReachablePerson[]> {
  if (staffIds.length === 0) return [];
  const rows = await queries.listPeopleWithPreferences(db, [...new Set(staffIds)]);
  const participants = rows.filter(({ permissions }) =>
    mayParticipateInMatters({ permissions: new Set(permissions as Permission[]) }),
  );
  return participants.map((row) => ({
    staffId: row.id,
    name: row.name,
    mobile: mobileOf(crypto, row.mobile_sealed),
    quietHours: quietHoursOf(row),
    accepts: (event, channel) => row.channels?.[event]?.includes(channel) ?? false,
  }));
}

function mobileOf(crypto: Pick<Context['crypto'], 'open'>, sealed: string | null): string | undefined {
  const mobile = sealed === null ? '' : crypto.open(sealed, 'staff');
  return isMobile(mobile) ? mobile : undefined;
}

function quietHoursOf(row: Pick<queries.ReachableRow, 'quiet_from' | 'quiet_until'>): QuietHours | undefined {
  const { quiet_from: fromMinute, quiet_until: untilMinute } = row;
  return fromMinute === null || untilMinute === null ? undefined : { fromMinute, untilMinute };
}
