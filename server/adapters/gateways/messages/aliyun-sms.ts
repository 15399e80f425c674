import { randomUUID } from 'node:crypto';
import { sha256Hex, signAcs3 } from './acs3-signature.ts';
import type { MessageGateway, SendOutcome } from './gateway.ts';
import { type ProviderAddress, postToProvider, storableCode } from './post-to-provider.ts';

export interface AliyunSmsAccount {
  accessKeyId: string;
  accessKeySecret: string;
  signName: string;
  /** A template with one variable, `content`. */
  templateCode: string;
}

/** Codes of the provider for a message that was not accepted because of a temporary limit. */
const limits = /^(isv\.BUSINESS_LIMIT_CONTROL|isv\.DAY_LIMIT_CONTROL|isv\.MONTH_LIMIT_CONTROL|Throttling.*)$/;
/** Codes of errors on the provider's side, after which the result is unknown. */
const serverErrors = /^(isp\.SYSTEM_ERROR|InternalError|ServiceUnavailable)/;

/**
 * Creates the gateway to Alibaba Cloud's SendSms of 2017-05-25. The message is sent in the body and not in
 * the URL, so that no proxy logs a phone number. `OutId` contains our id, but the provider does not detect
 * repetitions by it.
 */
export function createAliyunSms(
  account: AliyunSmsAccount,
  address: ProviderAddress,
  now: () => Date,
): MessageGateway {
  return {
    name: 'aliyun-sms',
    isSimulated: false,
    recognisesIds: false,
    async send({ id, receiver, content }) {
      const body = new URLSearchParams({
        PhoneNumbers: receiver,
        SignName: account.signName,
        TemplateCode: account.templateCode,
        TemplateParam: JSON.stringify({ content }),
        OutId: id,
      }).toString();
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        host: new URL(address.origin).host,
        'x-acs-action': 'SendSms',
        'x-acs-content-sha256': sha256Hex(body),
        'x-acs-date': now()
          .toISOString()
          .replace(/\.\d+Z$/, 'Z'),
        'x-acs-signature-nonce': randomUUID(),
        'x-acs-version': '2017-05-25',
      };
      const request = { method: 'POST', path: '/', query: {}, headers, body };
      const authorization = signAcs3(request, account.accessKeyId, account.accessKeySecret);
      // The HTTP client sets the host header itself; it is signed but not set again.
      const { host: _host, ...otherHeaders } = headers;
      const answer = await postToProvider(address, '/', { ...otherHeaders, authorization }, body);
      return answer.kind === 'answered' ? outcomeOf(answer.json) : answer;
    },
  };
}

function outcomeOf({ Code, BizId }: Record<string, unknown>): SendOutcome {
  if (Code === 'OK') return { kind: 'accepted', providerId: typeof BizId === 'string' ? BizId : '' };
  if (typeof Code !== 'string') return { kind: 'unknown', fault: 'answer-unreadable' };
  const problem = storableCode(Code);
  return serverErrors.test(Code)
    ? { kind: 'unknown', fault: problem }
    : { kind: 'rejected', fault: problem, mayRetry: limits.test(Code) };
}
