import type { OutboundInterface } from './outbound-interface.ts';

/** An HTTP request to another system. */
export interface OutboundRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Returns the request with its parameters: the query of a GET, the members of the JSON body of a POST. */
export function outboundRequest(
  { method, url }: Pick<OutboundRequest, 'method' | 'url'>,
  headers: Iterable<readonly [name: string, value: string]>,
  params: readonly (readonly [name: string, value: string])[],
): OutboundRequest {
  const allHeaders: Record<string, string> = { accept: 'application/json' };
  for (const [name, value] of headers) allHeaders[name.toLowerCase()] = value;
  if (method === 'POST') {
    const body = JSON.stringify(Object.fromEntries(params));
    return { method, url, headers: { ...allHeaders, 'content-type': 'application/json' }, body };
  }
  const query = params.map(
    ([name, value]) =>
      `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
  );
  const separator = url.includes('?') ? '&' : '?';
  const address = query.length > 0 ? url + separator + query.join('&') : url;
  return { method, url: address, headers: allHeaders, body: undefined };
}

/**
 * Returns the request for an interface (S2 §7) with the values of its fields; `token` is the operator's secret for
 * its origin.
 */
export function interfaceRequest(
  { targetUrl, method, headers = {}, requestParams = [] }: OutboundInterface,
  { parameters, text }: { parameters: Readonly<Record<string, string>>; text: string },
  token: string,
): OutboundRequest {
  return outboundRequest(
    { method, url: targetUrl },
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll('{token}', token)] as const),
    requestParams.map((param) => {
      if ('field' in param) return [param.key, parameters[param.field] ?? ''] as const;
      return [param.key, 'typed' in param ? text : param.value] as const;
    }),
  );
}

const headerName = /^[A-Za-z0-9-]{1,60}$/;
/** Headers that belong to the connection, which an author must not set. */
const connectionHeaders = [
  ...['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'te'],
  ...['trailer', 'accept-encoding', 'proxy-authorization', 'proxy-connection'],
];

/** Returns every problem of the headers that an author sets. */
export function problemsOfHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [
    ...(headerName.test(name) && !connectionHeaders.includes(name.toLowerCase())
      ? []
      : [`不能设置请求头“${name}”`]),
    ...(/^[\x20-\x7e]{0,500}$/.test(value) ? [] : [`请求头“${name}”的值只能是可见的英文字符`]),
  ]);
}
