import type { Environment, SettingProblem } from './environment.ts';

/** Origins of other systems, as a list joined by commas. */
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

export function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.origin === text;
}
