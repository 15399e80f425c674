import type { Environment, SettingProblem } from './environment.ts';

/** Reads origins of other systems, separated by commas. */
export function readOrigins(
  setting:
    | 'PORTAL_REDIRECT_ORIGINS'
    | 'PORTAL_FORM_ORIGINS'
    | 'PORTAL_EMBED_ORIGINS'
    | 'PORTAL_TRACE_ORIGINS',
  environment: Environment,
  problems: SettingProblem[],
): string[] {
  const texts = (environment[setting] ?? '').split(',').map((text) => text.trim());
  const origins = texts.filter((text) => text !== '');
  for (const origin of origins) {
    if (isOrigin(origin)) continue;
    problems.push({
      setting,
      chinese: `“${origin}”不是来源地址，应形如 https://example.gov.cn（末尾不带斜杠）`,
      english: `"${origin}" is not an origin such as https://example.gov.cn (no slash at the end)`,
    });
  }
  return origins;
}

/**
 * Characters of a host; a URL allows more, and in a content policy `*` means every origin and `;` ends a
 * directive.
 */
const hostPattern = /^(?:[a-z\d_.-]+|\[[\da-f:]+\])$/;

/** Checks for the origin of one system, as a browser writes it. */
export function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.origin === text && hostPattern.test(url.hostname);
}
