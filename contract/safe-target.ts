/**
 * Returns the address to which a target from a link may send the browser (security rule 4): a path of the own
 * origin as path, query and fragment, or the whole address if its origin is allowed; otherwise undefined. The
 * target is resolved as a browser does it, and origins are compared twice: `/.//host` is a path of the own
 * origin that reads `//host` once resolved.
 */
export function findSafeTarget(
  target: string,
  origin: string,
  allowedOrigins: readonly string[] = [],
): string | undefined {
  // Only a path from the root or an address with its scheme is accepted; other paths depend on the current
  // page.
  if (!target.startsWith('/')) return findAllowedAddress(target, allowedOrigins);
  const url = resolve(target, origin);
  if (url?.origin !== origin) return undefined;
  const path = url.pathname + url.search + url.hash;
  return resolve(path, origin)?.href === url.href ? path : undefined;
}

/**
 * A host name that never exists; it distinguishes own paths from other addresses if the own origin is
 * unknown.
 */
const placeholderOrigin = 'http://portal.invalid';

/** Returns a target as a path of the portal; undefined if a browser would go to another host. */
export function findOwnPath(target: string): string | undefined {
  return findSafeTarget(target, placeholderOrigin);
}

/** Returns the same as `findOwnPath`, but also accepts an address of an allowed origin. */
export function findOwnPathOrAllowed(target: string, allowedOrigins: readonly string[]): string | undefined {
  return findSafeTarget(target, placeholderOrigin, allowedOrigins);
}

/** Returns a page address that the portal's own server sent: a path, or any http or https address. */
export function findPage(target: string): string | undefined {
  return findSafeTarget(target, placeholderOrigin, URL.canParse(target) ? [new URL(target).origin] : []);
}

function findAllowedAddress(target: string, allowedOrigins: readonly string[]): string | undefined {
  const url = resolve(target);
  // `blob:` has the origin of its page, but is not a page of that origin.
  if (!url || !/^https?:$/.test(url.protocol) || !allowedOrigins.includes(url.origin)) return undefined;
  return url.username === '' && url.password === '' ? url.href : undefined;
}

function resolve(target: string, base?: string): URL | undefined {
  return URL.canParse(target, base) ? new URL(target, base) : undefined;
}
