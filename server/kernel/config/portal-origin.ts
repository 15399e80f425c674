import type { Environment, SettingProblem } from './environment.ts';
import { isOrigin } from './origins.ts';

/** Reads the address by which people reach the portal; undefined if it is not set or no origin. */
export function readPortalOrigin(environment: Environment, problems: SettingProblem[]): string | undefined {
  const origin = environment.PORTAL_ORIGIN;
  if (origin === undefined || isOrigin(origin)) return origin;
  problems.push({
    setting: 'PORTAL_ORIGIN',
    chinese: `“${origin}”不是来源地址，应形如 https://example.gov.cn（末尾不带斜杠）`,
    english: `"${origin}" is not an origin such as https://example.gov.cn (no slash at the end)`,
  });
  return undefined;
}

/**
 * Requires the address in production: codes on documents, codes for phones, credential sheets and the
 * redirect from a unified login contain it, and the host of a request is chosen by its sender.
 */
export function refuseWithoutOrigin(environment: Environment, problems: SettingProblem[]): void {
  if (environment.PORTAL_MODE !== 'production' || environment.PORTAL_ORIGIN !== undefined) return;
  problems.push({
    setting: 'PORTAL_ORIGIN',
    chinese:
      '正式运行时不能缺少。请设为用户访问本系统的地址，例如 PORTAL_ORIGIN=https://banjian.example.gov.cn（末尾不带斜杠）；文书上的核验码、手机扫码、登录须知和统一身份认证都使用它',
    english:
      'is needed in production: write the address by which people reach the portal, such as PORTAL_ORIGIN=https://banjian.example.gov.cn (no slash at the end), which is part of the codes on documents, of codes for phones, of credential sheets and of the unified login',
  });
}
