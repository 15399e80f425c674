import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProxyOptions } from 'vite';

/**
 * Returns the first parts of all wire paths of the contract; a development server proxies them to the portal.
 */
async function listPortalPaths(): Promise<string[]> {
  const folder = join(import.meta.dirname, '..', '..', 'contract');
  const names = (await readdir(folder)).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const modules: Record<string, object>[] = await Promise.all(
    names.map((name) => import(pathToFileURL(join(folder, name)).href)),
  );
  const declared = modules.flatMap((module) => Object.values(module)).flatMap(Object.values);
  const paths = declared.flatMap((value: unknown) =>
    typeof value === 'object' && value !== null && 'path' in value && 'method' in value
      ? [String(value.path)]
      : [],
  );
  return [...new Set(paths.map((path) => `/${path.split('/')[1]}`))];
}

const sources = join(import.meta.dirname, '..');

/**
 * Returns the proxy rules. Pages and source files (`web/api`) come from the development server, even if a
 * call has the same address.
 */
export async function proxyPortalCalls(portal: string): Promise<Record<string, ProxyOptions>> {
  const paths = await listPortalPaths();
  const bypass: ProxyOptions['bypass'] = ({ headers, url }) => {
    if (url && existsSync(join(sources, new URL(url, portal).pathname))) return url;
    if (!headers.accept?.includes('text/html')) return undefined;
    if (url?.startsWith('/m/upload/')) return '/phone-upload.html';
    if (url?.startsWith('/verify')) return '/verify.html';
    return url?.startsWith('/login') ? '/login.html' : '/index.html';
  };
  return Object.fromEntries(paths.map((path) => [path, { target: portal, bypass }]));
}
