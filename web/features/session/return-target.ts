/**
 * Where to go after login: the path in `r` or `redirect`, and only a path of this very origin, so that a crafted link
 * cannot send a freshly signed-in person elsewhere.
 */
export function readReturnTarget(search: string, origin: string): string {
  const query = new URLSearchParams(search);
  const wanted = query.get('r') ?? query.get('redirect') ?? '/';
  if (!/^\/(?![/\\])/.test(wanted)) return '/';
  try {
    const url = new URL(wanted, origin);
    if (url.origin !== origin || url.pathname === '/login') return '/';
    return url.pathname + url.search + url.hash;
  } catch {
    return '/';
  }
}
