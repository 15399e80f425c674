import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import type { MessageGateways } from './message-gateways.ts';

/**
 * Returns the available message channels: in the portal, and the outside channels that the office has set up
 * (S1 bigChannelType).
 */
export function availableChannels({ gateways }: { gateways: MessageGateways }): MessageChannel[] {
  const outside = [MessageChannel.sms, MessageChannel.governmentChat] as const;
  return [MessageChannel.inPortal, ...outside.filter((channel) => gateways[channel] !== undefined)];
}
