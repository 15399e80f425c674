import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ArrivedRequest, verifyAcs3, verifyChat, verifyTc3 } from './message-verifiers.ts';

/** Names the answer of the stub to a message; a stub that hangs never answers. */
export type StubBehaviour =
  | 'well'
  | 'accepts and hangs'
  | 'hangs'
  | '500'
  | 'accepts and answers 500'
  | 'limit'
  | 'answers without JSON'
  | 'reports a wrong number'
  | 'accepts and drops the connection'
  | '429';

export interface MessageStub {
  origin: string;
  /** For the next requests of each message; `well` after the last one. */
  behaviours: StubBehaviour[];
  /** Messages as a telephone would have received them: id and content, as often as they arrived. */
  delivered: { id: string; content: string; receiver: string }[];
  /** Number of requests refused because of their signature. */
  wrongSignatures: number;
  requests: number;
  /** Delay before each answer, after the message was accepted. */
  delayMs: () => number;
  close(): Promise<void>;
}

export const stubSecret = 'stub-secret-7';

/**
 * Starts a provider on this machine that checks signatures as its documentation describes, and can fail in
 * every possible way.
 */
export async function openMessageStub(kind: 'aliyun' | 'tencent' | 'chat'): Promise<MessageStub> {
  const stub: MessageStub = {
    origin: '',
    behaviours: [],
    delivered: [],
    wrongSignatures: 0,
    requests: 0,
    delayMs: () => 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const server = createServer((request, response) => {
    void readBody(request).then((body) => answer(kind, stub, { request, response, body }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stub.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stub;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  body: string;
}

const verifiers = { aliyun: verifyAcs3, tencent: verifyTc3, chat: verifyChat };

function answer(kind: keyof typeof verifiers, stub: MessageStub, { request, response, body }: Arrival): void {
  stub.requests += 1;
  const headers = request.headers as Record<string, string | undefined>;
  const arrivedRequest: ArrivedRequest = {
    method: request.method ?? '',
    url: `http://${headers.host}${request.url}`,
    headers,
    body,
  };
  const sendJson = (json: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  if (!verifiers[kind](arrivedRequest, stubSecret)) {
    stub.wrongSignatures += 1;
    sendJson(wrongSignatureAnswers[kind], kind === 'aliyun' ? 400 : 200);
    return;
  }
  if (request.url === '/mozi/employee/get_by_mobile') {
    const mobile = new URLSearchParams(body).get('mobile');
    sendJson({ success: true, content: { success: true, data: { accountId: Number(mobile?.slice(3)) } } });
    return;
  }
  const message = readers[kind](body);
  const behaviour = stub.behaviours.shift() ?? 'well';
  const isRepeated = kind === 'chat' && stub.delivered.some(({ id }) => id === message.id);
  if (isRepeated) {
    sendJson({ success: false, errorCode: 'DUPLICATE', errorMsg: 'bizMsgId重复' });
    return;
  }
  if (behaviour === 'well' || behaviour.startsWith('accepts')) stub.delivered.push(message);
  if (behaviour === 'well') setTimeout(() => sendJson(successAnswers[kind](message.id)), stub.delayMs());
  else if (behaviour === 'accepts and drops the connection') request.socket.destroy();
  else if (behaviour === '500' || behaviour === 'accepts and answers 500')
    response.writeHead(500).end('gateway fault');
  else if (behaviour === '429') response.writeHead(429).end('slow down');
  else if (behaviour === 'answers without JSON') response.writeHead(200).end('<html>');
  else if (behaviour === 'limit') sendJson(limitAnswers[kind]);
  else if (behaviour === 'reports a wrong number') sendJson(wrongNumberAnswers[kind]);
}

const readers = {
  aliyun(body: string) {
    const form = new URLSearchParams(body);
    const { content } = JSON.parse(form.get('TemplateParam') ?? '{}') as { content: string };
    return { id: form.get('OutId') ?? '', content, receiver: form.get('PhoneNumbers') ?? '' };
  },
  tencent(body: string) {
    const request = JSON.parse(body) as {
      SessionContext: string;
      TemplateParamSet: string[];
      PhoneNumberSet: string[];
    };
    return {
      id: request.SessionContext,
      content: request.TemplateParamSet[0] ?? '',
      receiver: (request.PhoneNumberSet[0] ?? '').replace('+86', ''),
    };
  },
  chat(body: string) {
    const form = new URLSearchParams(body);
    const { text } = JSON.parse(form.get('msg') ?? '{}') as { text: { content: string } };
    return { id: form.get('bizMsgId') ?? '', content: text.content, receiver: form.get('receiverIds') ?? '' };
  },
};

const successAnswers = {
  aliyun: (id: string) => ({ Code: 'OK', Message: 'OK', BizId: `biz-${id}`, RequestId: 'r' }),
  tencent: (id: string) => ({
    Response: { SendStatusSet: [{ Code: 'Ok', SerialNo: `no-${id}` }], RequestId: 'r' },
  }),
  chat: (id: string) => ({ success: true, content: { success: true, msgId: `msg-${id}` } }),
};
const limitAnswers = {
  aliyun: { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发小时级流控Permits:5' },
  tencent: { Response: { SendStatusSet: [{ Code: 'LimitExceeded.PhoneNumberDailyLimit', SerialNo: '' }] } },
  chat: { success: false, errorCode: 'FLOW_LIMIT', errorMsg: '超过频率限制' },
};
const wrongNumberAnswers = {
  aliyun: { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '15405711037不合法' },
  tencent: { Response: { SendStatusSet: [{ Code: 'InvalidParameterValue.IncorrectPhoneNumber' }] } },
  chat: { success: false, errorCode: 'PARAM_ERROR', errorMsg: '参数错误' },
};
const wrongSignatureAnswers = {
  aliyun: { Code: 'SignatureDoesNotMatch', Message: 'Specified signature is not matched' },
  tencent: { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'x' }, RequestId: 'r' } },
  chat: { success: false, errorCode: 'SIGNATURE_ERROR', errorMsg: '签名错误' },
};
