import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { checkRegistry, readRegistry } from './registry.mjs';

async function listen(answer) {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { registry: `http://127.0.0.1:${server.address().port}/`, close };
}

test('a registry that answers is accepted with any status', async () => {
  const { registry, close } = await listen((_, reply) => reply.writeHead(404).end());
  await expect(checkRegistry({ registry, isProxied: false })).resolves.toBeUndefined();
  await close();
});

test('an unreachable registry is reported with the reason, in both languages', async () => {
  const { registry, close } = await listen(() => undefined);
  await close();
  await expect(checkRegistry({ registry, isProxied: false })).rejects.toThrow(
    /无法连接 npm 源 127\.0\.0\.1：连接被拒绝[\s\S]*127\.0\.0\.1 cannot be reached: the connection was refused/,
  );
});

test('a registry without an answer times out', async () => {
  const { registry, close } = await listen(() => undefined);
  await expect(checkRegistry({ registry, isProxied: false }, 100)).rejects.toThrow(/没有应答/);
  await close();
});

test('a registry behind a proxy is not contacted directly', async () => {
  const { registry, close } = await listen(() => undefined);
  await close();
  await expect(checkRegistry({ registry, isProxied: true })).resolves.toBeUndefined();
});

test('an invalid registry address is reported', async () => {
  await expect(checkRegistry({ registry: 'mirror', isProxied: false })).rejects.toThrow(/npm 源的地址不正确/);
});

test('proxy and cache are read from the npm settings, the proxy also from the environment', () => {
  const bare =
    'registry=https://npm.example.cn/?a=b\nproxy=null\nhttps-proxy=null\noffline=false\nprefer-offline=false\n';
  const registry = 'https://npm.example.cn/?a=b';
  const direct = { registry, isProxied: false, isFromCache: false };
  expect(readRegistry(bare, {})).toEqual(direct);
  expect(readRegistry(bare, { https_proxy: 'http://proxy:1' })).toEqual({ ...direct, isProxied: true });
  const proxied = bare.replace('https-proxy=null', 'https-proxy=http://proxy:1');
  expect(readRegistry(proxied, {})).toEqual({ ...direct, isProxied: true });
  const cached = bare.replace('prefer-offline=false', 'prefer-offline=true');
  expect(readRegistry(cached, {})).toEqual({ ...direct, isFromCache: true });
});
