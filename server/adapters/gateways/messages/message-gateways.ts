import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import type { Config } from '#server/kernel/config/config.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { createAliyunSms } from './aliyun-sms.ts';
import type { MessageGateway } from './gateway.ts';
import { createGovernmentChat } from './government-chat.ts';
import { createMessageSimulator } from './simulator.ts';
import { createTencentSms } from './tencent-sms.ts';

/** The channels that leave the house; the box inside needs no gateway, since it is written with its cause. */
export type OutwardChannel = typeof MessageChannel.sms | typeof MessageChannel.governmentChat;

/** The gateway of each channel; undefined where the operator has not opened it. */
export type MessageGateways = Readonly<Record<OutwardChannel, MessageGateway | undefined>>;

/** The only hosts of the clouds that are ever called; that of the chat platform is the operator's setting. */
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
