import { chatNonce, chatTimestamp, signChat } from './chat-signature.ts';
import type { MessageGateway, SendOutcome } from './gateway.ts';
import {
  type ProviderAddress,
  type ProviderResponse,
  postToProvider,
  storableCode,
} from './post-to-provider.ts';

export interface GovernmentChatAccount {
  appKey: string;
  appSecret: string;
  tenantId: string;
}

const accountPath = '/mozi/employee/get_by_mobile';
const noticePath = '/message/workNotification';
const limits = /(limit|throttl|flow|频率|限流)/i;
/** The platform's messages for an id that it has already accepted. */
const repetitionPattern = /重复|repeat|duplicat/i;

/**
 * Creates the gateway to the work notices of the government DingTalk platform. It finds people by mobile
 * number, and its `bizMsgId` is unique: a second attempt with the same id is reported as a repetition, which
 * means that the first was accepted.
 */
export function createGovernmentChat(
  account: GovernmentChatAccount,
  address: ProviderAddress,
  now: () => Date,
): MessageGateway {
  const call = (path: string, params: Record<string, string>): Promise<ProviderResponse> => {
    const timestamp = chatTimestamp(now());
    const nonce = chatNonce(now(), Math.random());
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-hmac-auth-timestamp': timestamp,
      'x-hmac-auth-version': '1.0',
      'x-hmac-auth-nonce': nonce,
      'x-hmac-auth-ip': '127.0.0.1',
      'x-hmac-auth-mac': '00:00:00:00:00:00',
      apikey: account.appKey,
      'x-hmac-auth-signature': signChat(
        { method: 'POST', timestamp, nonce, path, params },
        account.appSecret,
      ),
    };
    return postToProvider(address, path, headers, new URLSearchParams(params).toString());
  };
  return {
    name: 'government-chat',
    isSimulated: false,
    recognisesIds: true,
    async send({ id, receiver, content }) {
      const personAnswer = await call(accountPath, {
        areaCode: '86',
        namespace: 'local',
        tenantId: account.tenantId,
        mobile: receiver,
      });
      // Looking up a person sends nothing, whatever the result.
      if (personAnswer.kind !== 'answered')
        return { kind: 'rejected', fault: personAnswer.fault, mayRetry: true };
      const accountId = accountIdOf(personAnswer.json);
      if (accountId === undefined) {
        const refusal = refusalOf(personAnswer.json);
        return refusal ?? { kind: 'rejected', fault: 'no-such-person', mayRetry: false };
      }
      const answer = await call(noticePath, {
        receiverIds: accountId,
        tenantId: account.tenantId,
        bizMsgId: id,
        msg: JSON.stringify({ msgtype: 'text', text: { content } }),
      });
      return answer.kind === 'answered' ? outcomeOf(answer.json, id) : answer;
    },
  };
}

type Content = {
  success?: unknown;
  data?: { accountId?: unknown };
  msgId?: unknown;
  responseMessage?: unknown;
};

function contentOf(json: Record<string, unknown>): Content {
  const { content } = json;
  return typeof content === 'object' && content !== null ? (content as Content) : {};
}

function accountIdOf(json: Record<string, unknown>): string | undefined {
  const accountId = contentOf(json).data?.accountId;
  return typeof accountId === 'string' || typeof accountId === 'number' ? String(accountId) : undefined;
}

function outcomeOf(json: Record<string, unknown>, id: string): SendOutcome {
  const content = contentOf(json);
  if (json.success === true && content.success !== false) {
    return { kind: 'accepted', providerId: typeof content.msgId === 'string' ? content.msgId : id };
  }
  if (repetitionPattern.test(textsOf(json))) return { kind: 'accepted', providerId: id };
  return refusalOf(json) ?? { kind: 'unknown', fault: 'answer-unreadable' };
}

/** Returns a clear refusal; undefined if the answer is none. */
function refusalOf(json: Record<string, unknown>): SendOutcome | undefined {
  const isRefusal =
    json.success === false || contentOf(json).success === false || json.errorCode !== undefined;
  if (!isRefusal) return undefined;
  const code = json.errorCode ?? json.code ?? (contentOf(json) as { responseCode?: unknown }).responseCode;
  return {
    kind: 'rejected',
    fault: storableCode(code),
    mayRetry: limits.test(`${String(code)} ${textsOf(json)}`),
  };
}

function textsOf(json: Record<string, unknown>): string {
  return [json.errorMsg, json.message, json.errorMessage, contentOf(json).responseMessage]
    .filter((text) => typeof text === 'string')
    .join(' ');
}
