const browsers: readonly [pattern: RegExp, name: string][] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/(?:QIHU|360SE|360EE)/i, '360 浏览器'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
];
const systems: readonly [pattern: RegExp, name: string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/**
 * Returns a browser's short name, `Chrome 131 · Windows`, whose second line never begins with the point; an unknown
 * one unchanged, 40 characters at most.
 */
export function labelOfBrowser(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent));
  if (!browser) return userAgent === '' ? '—' : userAgent.slice(0, 40);
  const version = browser[0].exec(userAgent)?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [[browser[1], version].filter(Boolean).join(' '), system].filter(Boolean).join('\u00a0· ');
}
