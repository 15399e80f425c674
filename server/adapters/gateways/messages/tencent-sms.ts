import type { MessageGateway, SendOutcome } from './gateway.ts';
import { type ProviderAddress, postToProvider, storableCode } from './post-to-provider.ts';
import { signTc3 } from './tc3-signature.ts';

export interface TencentSmsAccount {
  accessKeyId: string;
  accessKeySecret: string;
  appId: string;
  signName: string;
  /** A template with one variable, `{1}`. */
  templateCode: string;
  region: string;
}

/** Codes of temporary limits, including the daily limit of a number. */
const limits = /^(RequestLimitExceeded|LimitExceeded)/;
const serverErrors = /^(InternalError|ResourceUnavailable)/;

/**
 * Creates the gateway to Tencent Cloud's SendSms of 2021-01-11. `SessionContext` contains our id, but the
 * provider does not detect repetitions by it.
 */
export function createTencentSms(
  account: TencentSmsAccount,
  address: ProviderAddress,
  now: () => Date,
): MessageGateway {
  return {
    name: 'tencent-sms',
    isSimulated: false,
    recognisesIds: false,
    async send({ id, receiver, content }) {
      const body = JSON.stringify({
        PhoneNumberSet: [`+86${receiver}`],
        SmsSdkAppId: account.appId,
        SignName: account.signName,
        TemplateId: account.templateCode,
        TemplateParamSet: [content],
        SessionContext: id,
      });
      const timestampSeconds = Math.floor(now().getTime() / 1000);
      const type = 'application/json; charset=utf-8';
      const signedHeaders = {
        'content-type': type,
        host: new URL(address.origin).host,
        'x-tc-action': 'sendsms',
      };
      const headers = {
        'content-type': type,
        authorization: signTc3(
          { service: 'sms', headers: signedHeaders, body, timestampSeconds },
          account.accessKeyId,
          account.accessKeySecret,
        ),
        'x-tc-action': 'SendSms',
        'x-tc-version': '2021-01-11',
        'x-tc-timestamp': String(timestampSeconds),
        'x-tc-region': account.region,
      };
      const answer = await postToProvider(address, '/', headers, body);
      return answer.kind === 'answered' ? outcomeOf(answer.json) : answer;
    },
  };
}

interface TencentResponse {
  Error?: { Code?: unknown };
  SendStatusSet?: { Code?: unknown; SerialNo?: unknown }[];
}

function outcomeOf(json: Record<string, unknown>): SendOutcome {
  const { Error: error, SendStatusSet } = (json.Response ?? {}) as TencentResponse;
  const status = Array.isArray(SendStatusSet) ? SendStatusSet[0] : undefined;
  if (status?.Code === 'Ok') return { kind: 'accepted', providerId: String(status.SerialNo ?? '') };
  const code = error?.Code ?? status?.Code;
  if (typeof code !== 'string') return { kind: 'unknown', fault: 'answer-unreadable' };
  const problem = storableCode(code);
  return serverErrors.test(code)
    ? { kind: 'unknown', fault: problem }
    : { kind: 'rejected', fault: problem, mayRetry: limits.test(code) };
}
