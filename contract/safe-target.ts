/**
 * Returns the place to which a target that came in a link may send the browser (security rule 4): a path of the own
 * origin, as path, query and fragment, or an address of an allowed origin, whole; undefined for everything else. The
 * place where the browser would end up counts, so the target is resolved as a browser does it and the origins are
 * compared, twice: `/.//host` is a path of the own origin that, once resolved, reads `//host`.
 */
export function findSafeTarget(
  target: string,
  origin: string,
  allowedOrigins: readonly string[] = [],
): string | undefined {
  // A path from the root or an address with its scheme; what is relative would depend on the page that it stands on.
  if (!target.startsWith('/')) return findAllowedAddress(target, allowedOrigins);
  const url = resolve(target, origin);
  if (url?.origin !== origin) return undefined;
  const path = url.pathname + url.search + url.hash;
  return resolve(path, origin)?.href === url.href ? path : undefined;
}

/** No host has this name, which keeps paths of the portal apart from addresses of others where its own name is not known. */
const unnamed = 'http://portal.invalid';

/** Returns the path of the portal that a target leads to; undefined where a browser would read another host. */
export function findOwnPath(target: string): string | undefined {
  return findSafeTarget(target, unnamed);
}

/** As `findOwnPath`, or an address of an allowed origin. */
export function findOwnPathOrAllowed(target: string, allowedOrigins: readonly string[]): string | undefined {
  return findSafeTarget(target, unnamed, allowedOrigins);
}

/** Finds a page that the portal's own server names: a path, or any address of http or https. */
export function findPage(target: string): string | undefined {
  return findSafeTarget(target, unnamed, URL.canParse(target) ? [new URL(target).origin] : []);
}

function findAllowedAddress(target: string, allowedOrigins: readonly string[]): string | undefined {
  const url = resolve(target);
  // `blob:` has the origin of the page that made it, and is no page of it.
  if (!url || !/^https?:$/.test(url.protocol) || !allowedOrigins.includes(url.origin)) return undefined;
  return url.username === '' && url.password === '' ? url.href : undefined;
}

function resolve(target: string, base?: string): URL | undefined {
  return URL.canParse(target, base) ? new URL(target, base) : undefined;
}
