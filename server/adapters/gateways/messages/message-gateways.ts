import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import type { Config } from '#server/kernel/config/config.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { createAliyunSms } from './aliyun-sms.ts';
import type { MessageGateway } from './gateway.ts';
import { createGovernmentChat } from './government-chat.ts';
import { createMessageSimulator } from './simulator.ts';
import { createTencentSms } from './tencent-sms.ts';

/**
 * The channels to outside systems; in-portal messages need no gateway, because they are written in the
 * transaction of their cause.
 */
export type ExternalChannel = typeof MessageChannel.sms | typeof MessageChannel.governmentChat;

/** The gateway of each channel; undefined if the operator has not set it up. */
export type MessageGateways = Readonly<Record<ExternalChannel, MessageGateway | undefined>>;

/**
 * The only hosts of cloud providers that are called; the host of the chat platform is a setting of the
 * operator.
 */
const hosts = {
  aliyun: 'https://dysmsapi.aliyuncs.com',
  tencent: 'https://sms.tencentcloudapi.com',
} as const;

export function createMessageGateways(
  { sms, chat }: Pick<Config, 'sms' | 'chat'>,
  { db, crypto, now }: { db: Db; crypto: Pick<Crypto, 'seal'>; now: () => Date },
): MessageGateways {
  const smsGateway = (): MessageGateway | undefined => {
    if (sms.kind === 'none') return undefined;
    if (sms.kind === 'simulator') return createMessageSimulator(MessageChannel.sms, db, crypto, now);
    const address = { origin: hosts[sms.kind] };
    return sms.kind === 'aliyun'
      ? createAliyunSms(sms, address, now)
      : createTencentSms({ ...sms, appId: sms.appId ?? '' }, address, now);
  };
  const chatGateway = (): MessageGateway | undefined => {
    if (chat.kind === 'none') return undefined;
    if (chat.kind === 'simulator')
      return createMessageSimulator(MessageChannel.governmentChat, db, crypto, now);
    return createGovernmentChat(chat, { origin: chat.endpoint }, now);
  };
  return { [MessageChannel.sms]: smsGateway(), [MessageChannel.governmentChat]: chatGateway() };
}
