import { createAliyunSms } from '#server/adapters/gateways/messages/aliyun-sms.ts';
import type { MessageGateway } from '#server/adapters/gateways/messages/gateway.ts';
import { createGovernmentChat } from '#server/adapters/gateways/messages/government-chat.ts';
import { createTencentSms } from '#server/adapters/gateways/messages/tencent-sms.ts';
import { stubSecret } from './message-stub.ts';

const sms = {
  accessKeyId: 'key-id',
  accessKeySecret: stubSecret,
  signName: '淳安信访',
  templateCode: 'SMS_1',
};

/**
 * Returns the real gateways with a stub on this machine as the provider. The time limit is short only if the
 * stub is to hang: on a busy machine an answer takes seconds.
 */
export function gatewayTo(
  kind: 'aliyun' | 'tencent' | 'chat',
  origin: string,
  { secret = stubSecret, timeoutMs = 60_000, now = () => new Date() } = {},
): MessageGateway {
  const address = { origin, timeoutMs };
  if (kind === 'aliyun') return createAliyunSms({ ...sms, accessKeySecret: secret }, address, now);
  if (kind === 'tencent') {
    const account = {
      ...sms,
      accessKeySecret: secret,
      appId: '1400',
      templateCode: '77',
      region: 'ap-guangzhou',
    };
    return createTencentSms(account, address, now);
  }
  return createGovernmentChat({ appKey: 'app', appSecret: secret, tenantId: '196729' }, address, now);
}
