import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { UserError } from './project.mjs';

const reasons = {
  ENOTFOUND: ['域名解析不到', 'its name is not known'],
  EAI_AGAIN: ['域名解析不到', 'its name cannot be looked up'],
  ECONNREFUSED: ['连接被拒绝', 'the connection was refused'],
  ECONNRESET: ['连接被中断', 'the connection was cut'],
  ENETUNREACH: ['网络不通', 'there is no route to it'],
  EHOSTUNREACH: ['网络不通', 'there is no route to it'],
  ETIMEDOUT: ['没有应答', 'no answer'],
};

/**
 * Checks that the npm registry answers, before npm tries for minutes. Any answer is enough. Leaves it to npm
 * if there is a proxy, if npm installs from its cache, or if Node does not trust the certificate, for which
 * npm has its own setting.
 */
export async function checkRegistry({ registry, isProxied, isFromCache = false }, limitMs = 10_000) {
  if (isProxied || isFromCache) return;
  let url;
  try {
    url = new URL(registry);
  } catch {
    throw new UserError(
      `npm 源的地址不正确：${registry}。请用 npm config set registry 改正。`,
      `The npm registry "${registry}" is not a valid address: correct it with npm config set registry.`,
    );
  }
  const code = await findConnectionError(url, limitMs);
  if (code === undefined || !reasons[code]) return;
  const [chinese, english] = reasons[code];
  const limit = code === 'ETIMEDOUT' ? ` (${limitMs / 1000} s)` : '';
  throw new UserError(
    `无法连接 npm 源 ${url.hostname}：${chinese}${limit}。请检查网络和代理，或用 npm config set registry 换成可用的镜像。`,
    `The npm registry ${url.hostname} cannot be reached: ${english}${limit}. Check the network and the proxy, or set a mirror with npm config set registry.`,
  );
}

/** Returns the code of the error, or undefined if the registry answered. */
function findConnectionError(url, limitMs) {
  return new Promise((resolve) => {
    const requestFunction = url.protocol === 'http:' ? overHttp : overHttps;
    const request = requestFunction(url, { method: 'HEAD', agent: false }, (answer) => {
      clearTimeout(limit);
      answer.destroy();
      resolve(undefined);
    });
    const limit = setTimeout(() => {
      resolve('ETIMEDOUT');
      request.destroy();
    }, limitMs);
    request.on('error', (error) => {
      clearTimeout(limit);
      // If a name has several addresses, their errors are combined.
      resolve(error.code ?? error.errors?.[0]?.code ?? 'unknown');
    });
    request.end();
  });
}

/**
 * Reads the output of `npm config get`, one `name=value` per line; the environment may also contain a proxy.
 */
export function readRegistry(printed, environment = process.env) {
  const settings = new Map(
    printed.split(/\r?\n/).map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1).trim()]),
  );
  const isSet = (value) => !['', 'null', 'undefined', 'false'].includes(value ?? '');
  const proxies = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'PROXY', 'proxy'];
  return {
    registry: settings.get('registry') ?? '',
    isProxied:
      proxies.some((name) => isSet(environment[name])) ||
      ['proxy', 'https-proxy'].some((name) => isSet(settings.get(name))),
    isFromCache: ['offline', 'prefer-offline'].some((name) => isSet(settings.get(name))),
  };
}
