import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import type { MessageGateways } from './message-gateways.ts';

/** The ways of messages that there are: the box, and outside what the office has set up (S1 bigChannelType). */
export function openChannels({ gateways }: { gateways: MessageGateways }): MessageChannel[] {
  const outside = [MessageChannel.sms, MessageChannel.governmentChat] as const;
  return [MessageChannel.inSite, ...outside.filter((channel) => gateways[channel] !== undefined)];
}
