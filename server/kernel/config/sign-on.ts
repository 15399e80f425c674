import type { Environment, SettingName, SettingProblem } from './environment.ts';

/** The one claim by which a name from the provider identifies one of our accounts. */
export interface PersonClaim {
  /** Claim of the id token, the userinfo or the gateway's answer. */
  claim: string;
  match: 'account' | 'certificate';
}

export interface OidcConfig {
  kind: 'oidc';
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
}

export interface GatewayConfig {
  kind: 'gateway';
  loginUrl: string;
  ticketUrl: string;
  /** Undefined to leave the gateway's own session open. */
  logoutUrl: string | undefined;
  /** Sent as a bearer token with each ticket; undefined if the gateway needs none. */
  token: string | undefined;
}

/**
 * The unified login (S0 §2): the provider, the claim of its answer, and whether it comes before our own form.
 */
export interface SignOnConfig {
  provider:
    | { kind: 'none' }
    | { kind: 'simulator'; protocol: 'oidc' | 'gateway' }
    | OidcConfig
    | GatewayConfig;
  person: PersonClaim;
  /**
   * True to send a visitor without a session to the provider at once; the portal's own form is shown only after
   * the return from there.
   */
  isFirst: boolean;
}

const oidcRequired = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
const gatewayRequired = ['SSO_LOGIN_URL', 'SSO_TICKET_URL'] as const;
const gatewayOptional = ['SSO_LOGOUT_URL', 'SSO_TOKEN'] as const;

/** Reads the unified login: OpenID Connect, a plain gateway, the demo's simulator of either, or none. */
export function readSignOn(environment: Environment, problems: SettingProblem[]): SignOnConfig {
  const isFirst = environment.SIGN_ON_FIRST ?? false;
  const isAnySet = (names: readonly SettingName[]) => names.some((name) => environment[name] !== undefined);
  const isOidc = isAnySet([...oidcRequired, 'OIDC_SCOPE']);
  const isGateway = isAnySet([...gatewayRequired, ...gatewayOptional]);
  const simulator = environment.DEMO_SSO;
  if ([isOidc, isGateway, simulator !== undefined].filter(Boolean).length > 1) {
    problems.push({
      setting: isOidc ? 'OIDC_ISSUER' : 'SSO_LOGIN_URL',
      chinese: 'OIDC_*、SSO_*、DEMO_SSO 只能使用其中一种',
      english: 'OIDC_*, SSO_* and DEMO_SSO exclude each other',
    });
  }
  if (!isOidc && !isGateway) refuseWithoutLoginProvider(environment, simulator !== undefined, problems);
  const person = readPerson(environment, isOidc ? 'preferred_username' : 'account', problems);
  if (simulator !== undefined) {
    if (simulator !== 'oidc' && simulator !== 'gateway') {
      problems.push({
        setting: 'DEMO_SSO',
        chinese: `只能是 oidc 或 gateway，现在是“${simulator}”`,
        english: `must be oidc or gateway, not "${simulator}"`,
      });
    }
    const protocol = simulator === 'gateway' ? 'gateway' : 'oidc';
    return { provider: { kind: 'simulator', protocol }, person: simulatorPerson[protocol], isFirst };
  }
  if (!isOidc && !isGateway) return { provider: { kind: 'none' }, person, isFirst: false };
  const required = isOidc ? oidcRequired : gatewayRequired;
  for (const setting of required) {
    if (environment[setting] !== undefined) continue;
    const family = isOidc ? 'OIDC_*' : 'SSO_*';
    problems.push({ setting, chinese: `使用 ${family} 时不能缺少`, english: `is needed with ${family}` });
  }
  for (const setting of ['OIDC_ISSUER', ...gatewayRequired, 'SSO_LOGOUT_URL'] as const)
    checkHttpUrl(environment, setting, problems);
  const provider = isOidc
    ? {
        kind: 'oidc' as const,
        issuer: environment.OIDC_ISSUER ?? '',
        clientId: environment.OIDC_CLIENT_ID ?? '',
        clientSecret: environment.OIDC_CLIENT_SECRET ?? '',
        scope: environment.OIDC_SCOPE ?? 'openid profile',
      }
    : {
        kind: 'gateway' as const,
        loginUrl: environment.SSO_LOGIN_URL ?? '',
        ticketUrl: environment.SSO_TICKET_URL ?? '',
        logoutUrl: environment.SSO_LOGOUT_URL,
        token: environment.SSO_TOKEN,
      };
  return { provider, person, isFirst };
}

/**
 * Refuses claim settings, or the setting that puts the provider first, without a provider; simulators have
 * claims of their own.
 */
function refuseWithoutLoginProvider(
  environment: Environment,
  hasSimulator: boolean,
  problems: SettingProblem[],
): void {
  const unusable: SettingName[] = ['SIGN_ON_CLAIM', 'SIGN_ON_MATCH'];
  if (!hasSimulator && environment.SIGN_ON_FIRST === true) unusable.push('SIGN_ON_FIRST');
  for (const setting of unusable) {
    if (environment[setting] === undefined) continue;
    problems.push({
      setting,
      chinese: '要与 OIDC_* 或 SSO_* 一起使用',
      english: 'is of use only together with OIDC_* or SSO_*',
    });
  }
}

/** Claims of the simulators, as the two kinds of provider usually have them. */
const simulatorPerson: Record<'oidc' | 'gateway', PersonClaim> = {
  oidc: { claim: 'preferred_username', match: 'account' },
  gateway: { claim: 'cid', match: 'certificate' },
};

function readPerson(environment: Environment, claim: string, problems: SettingProblem[]): PersonClaim {
  const match = environment.SIGN_ON_MATCH ?? 'account';
  if (match !== 'account' && match !== 'certificate') {
    problems.push({
      setting: 'SIGN_ON_MATCH',
      chinese: `只能是 account（账号）或 certificate（证件号码），现在是“${match}”`,
      english: `must be account or certificate, not "${match}"`,
    });
  }
  const isCertificate = match === 'certificate';
  return {
    claim: environment.SIGN_ON_CLAIM ?? (isCertificate ? 'cid' : claim),
    match: isCertificate ? 'certificate' : 'account',
  };
}

/**
 * Returns the provider's addresses with plain http, where tickets and names can be read and changed in
 * transit.
 */
export function plainHttpSettings({ provider }: SignOnConfig): SettingName[] {
  const addresses: Partial<Record<SettingName, string | undefined>> =
    provider.kind === 'oidc'
      ? { OIDC_ISSUER: provider.issuer }
      : provider.kind === 'gateway'
        ? {
            SSO_LOGIN_URL: provider.loginUrl,
            SSO_TICKET_URL: provider.ticketUrl,
            SSO_LOGOUT_URL: provider.logoutUrl,
          }
        : {};
  const isPlain = (address = '') => URL.canParse(address) && new URL(address).protocol === 'http:';
  return (Object.keys(addresses) as SettingName[]).filter((setting) => isPlain(addresses[setting]));
}

function checkHttpUrl(
  environment: Environment,
  setting: 'OIDC_ISSUER' | 'SSO_LOGIN_URL' | 'SSO_TICKET_URL' | 'SSO_LOGOUT_URL',
  problems: SettingProblem[],
): void {
  const text = environment[setting];
  if (text === undefined || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return;
  problems.push({
    setting,
    chinese: `必须是 http 或 https 地址，现在是“${text}”`,
    english: `must be an http or https address, not "${text}"`,
  });
}
