import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { type IncomingHttpHeaders, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import type { OutboundRequest } from '#domain/interfaces/interface-request.ts';
import { ruleInterfaceLimitMs } from '#domain/rules/limits.ts';
import type { RemoteTraceConfig } from '#server/kernel/config/remote-traces.ts';
import { createAddressCheck } from './allowed-address.ts';

/** Result of a request: the answer, or the reason why there is none, as the end of a sentence for users. */
export type RemoteResponse = { json: unknown } | { fault: string };

/** An answer as it came, for callers that check its signature. */
export type RawResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer } | { fault: string };

/** Access to remote interfaces of other systems that items and forms use. */
export interface RemoteInterfaces {
  /** Returns the operator's secret for an origin; empty if there is none. */
  tokenOf(url: string): string;
  /** Sends a request of a caller; by default that of a trace. */
  ask(request: OutboundRequest, caller?: RemoteCaller): Promise<RemoteResponse>;
  /** Sends a request and returns the answer unread, with any status except a redirect. */
  exchange(request: OutboundRequest, caller: RemoteCaller): Promise<RawResponse>;
}

/** The part of the portal that calls, with its limits; the requests of each are counted separately. */
export interface RemoteCaller {
  name: string;
  timeoutMs: number;
  maxAnswerBytes: number;
}

export const remoteCallers = {
  trace: { name: 'trace', timeoutMs: 5000, maxAnswerBytes: 1024 * 1024 },
  /** S2 §7: 40 s. */
  form: { name: 'form', timeoutMs: 40_000, maxAnswerBytes: 2 * 1024 * 1024 },
  /** An action waits for its rules. */
  rule: { name: 'rule', timeoutMs: ruleInterfaceLimitMs, maxAnswerBytes: 2 * 1024 * 1024 },
  payment: { name: 'payment', timeoutMs: 10_000, maxAnswerBytes: 64 * 1024 },
  /** A day's bill. */
  bill: { name: 'bill', timeoutMs: 60_000, maxAnswerBytes: 32 * 1024 * 1024 },
} as const satisfies Record<string, RemoteCaller>;

/**
 * Concurrent requests of a caller to one system, so that a system that hangs blocks neither other readers nor other
 * systems.
 */
const maxConcurrent = 8;

const notAllowed = 'EADDRESSNOTALLOWED';

const problems = {
  origin: '接口地址未列入允许的范围',
  address: '接口地址不在允许的网络内',
  busy: '正在查询的人较多，请稍后再试',
  unsendable: '无法按配置发出请求',
  unreachable: '无法连接接口',
  redirect: '接口要求转到其他地址，已拒绝',
  status: '接口应答异常',
  tooLong: '接口的应答过长',
  unreadable: '接口的应答无法识别',
} as const;

/**
 * Calls remote interfaces that are on the operator's list. The address is checked while connecting, so that a
 * name cannot resolve differently after the check; redirects are not followed, only what the item configures
 * is sent, and neither the request nor an unreadable answer is passed on.
 */
export function createRemoteInterfaces(
  config: RemoteTraceConfig,
  resolve: AddressLookup = lookup,
): RemoteInterfaces {
  const connection: Connection = { isAllowed: createAddressCheck(config.networks), resolve };
  const running = new Map<string, number>();
  const run = async (
    request: OutboundRequest,
    caller: RemoteCaller,
    isExpected: (status: number) => boolean,
  ): Promise<RawResponse> => {
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
    if (url === undefined || !isListed(url, config.origins)) return { fault: problems.origin };
    const key = `${caller.name} ${url.origin}`;
    const runningCount = running.get(key) ?? 0;
    if (runningCount >= maxConcurrent) return { fault: problems.busy };
    running.set(key, runningCount + 1);
    try {
      return await send(url, request, caller, { ...connection, isExpected });
    } catch {
      // An invalid HTTP header is an error of the author, and no reason to withhold the portal's own rows.
      return { fault: problems.unsendable };
    } finally {
      const remaining = (running.get(key) ?? 1) - 1;
      if (remaining > 0) running.set(key, remaining);
      else running.delete(key);
    }
  };
  return {
    tokenOf: (url) => (URL.canParse(url) ? (config.tokens[new URL(url).origin] ?? '') : ''),
    exchange: (request, caller) => run(request, caller, () => true),
    async ask(request, caller = remoteCallers.trace) {
      const response = await run(request, caller, (status) => status === 200);
      return 'fault' in response ? { fault: response.fault } : readJson(response.bytes);
    },
  };
}

/**
 * Checks for an address on the operator's list. The origin of a `blob:` address is that of the address inside it, and
 * an account in an address would be sent as a header.
 */
function isListed({ protocol, origin, username, password }: URL, origins: readonly string[]): boolean {
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username === '' && password === '' && origins.includes(origin);
}

/** Looks up all addresses of a name, as `lookup` of `node:dns` does. */
export type AddressLookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface Connection {
  isAllowed: (address: string) => boolean;
  resolve: AddressLookup;
}

function send(
  url: URL,
  request: OutboundRequest,
  { timeoutMs, maxAnswerBytes }: RemoteCaller,
  { isAllowed, resolve: resolveName, isExpected }: Connection & { isExpected: (status: number) => boolean },
): Promise<RawResponse> {
  const { method, headers, body } = request;
  const timeout = `接口在 ${timeoutMs / 1000} 秒内没有应答`;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A numeric address is connected to without a lookup.
  if (isIP(host) !== 0 && !isAllowed(host)) return Promise.resolve({ fault: problems.address });
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const requestFunction = url.protocol === 'https:' ? requestSecure : requestPlain;
    const clientRequest = requestFunction(url, {
      method,
      headers,
      agent: false,
      signal,
      lookup: guardedLookup(isAllowed, resolveName),
    });
    const finish = (answer: RawResponse) => {
      resolve(answer);
      clientRequest.destroy();
    };
    const fail = (fault: string) => finish({ fault });
    clientRequest.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) return fail(timeout);
      fail(error.code === notAllowed ? problems.address : problems.unreachable);
    });
    // The library reports neither an answer nor an error here, so that callers would wait in vain.
    clientRequest.on('upgrade', (_response, socket) => {
      socket.destroy();
      fail(`${problems.status}（101）`);
    });
    let hasResponse = false;
    clientRequest.on('close', () => {
      if (!hasResponse) fail(problems.unreachable);
    });
    clientRequest.on('response', (response) => {
      hasResponse = true;
      const status = response.statusCode ?? 0;
      if (status >= 300 && status < 400) return fail(problems.redirect);
      if (!isExpected(status)) return fail(`${problems.status}（${status}）`);
      const parts: Buffer[] = [];
      let length = 0;
      response.on('error', () => fail(signal.aborted ? timeout : problems.unreachable));
      response.on('data', (part: Buffer) => {
        length += part.length;
        if (length > maxAnswerBytes) return fail(problems.tooLong);
        parts.push(part);
      });
      response.on('end', () => finish({ status, headers: response.headers, bytes: Buffer.concat(parts) }));
    });
    clientRequest.end(body);
  });
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

function guardedLookup(isAllowed: Connection['isAllowed'], resolveName: AddressLookup) {
  return (hostname: string, options: LookupOptions, done: LookupCallback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (first === undefined) {
        return done(Object.assign(new Error('The address is not allowed'), { code: notAllowed }), '');
      }
      if (options.all) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };
}

function readJson(bytes: Buffer): RemoteResponse {
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { fault: problems.unreadable };
  }
}
