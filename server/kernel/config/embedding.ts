import type { Environment, SettingProblem } from './environment.ts';
import { isOrigin, readOrigins } from './origins.ts';

/** A page of another system that the portal shows as a page of its own (S1 §9). */
export interface ThirdApp {
  /** Code in its address here: `/third/<code>`. */
  code: string;
  /** Name of its menu entry. */
  title: string;
  url: string;
  /** Roles whose menu contains it. */
  roles: readonly string[];
}

/** The portal inside other systems, and other systems inside the portal. */
export interface EmbeddingConfig {
  /** Origins whose pages may show the portal in a frame, and receive its messages. */
  embedOrigins: readonly string[];
  thirdApps: readonly ThirdApp[];
  /** The item that `/petition` starts (S0 §2); undefined for none. */
  petitionItem: string | undefined;
}

/** The item of the demo office for registering letters. */
const demoPetitionItem = 'petition-letter';
/** Roles that take part in matters. */
const usualRoles = ['window-clerk', 'handler', 'leader', 'supervisor', 'matter-admin'];
const codePattern = /^[a-z][a-z0-9-]{0,31}$/;
const taskCodePattern = /^[\w.-]{1,64}$/;
const titleLength = 20;

export function readEmbedding(
  environment: Environment,
  isDemo: boolean,
  problems: SettingProblem[],
): EmbeddingConfig {
  return {
    embedOrigins: readOrigins('PORTAL_EMBED_ORIGINS', environment, problems),
    thirdApps: readThirdApps(environment, problems),
    petitionItem: readPetitionItem(environment, problems) ?? (isDemo ? demoPetitionItem : undefined),
  };
}

function readPetitionItem(environment: Environment, problems: SettingProblem[]): string | undefined {
  const item = environment.PORTAL_PETITION_ITEM;
  if (item !== undefined && !taskCodePattern.test(item)) {
    problems.push({
      setting: 'PORTAL_PETITION_ITEM',
      chinese: `“${item}”不是事项编码`,
      english: `"${item}" is not the code of an item`,
    });
  }
  return item;
}

/**
 * Reads entries `code|title|address`, followed by roles separated by spaces; entries are separated by commas.
 */
function readThirdApps(environment: Environment, problems: SettingProblem[]): ThirdApp[] {
  const entries = (environment.PORTAL_THIRD_APPS ?? '').split(',').map((text) => text.trim());
  const apps: ThirdApp[] = [];
  for (const entry of entries.filter((text) => text !== '')) {
    const app = readThirdApp(entry, environment.PORTAL_ORIGIN);
    if (app !== undefined && apps.every(({ code }) => code !== app.code)) apps.push(app);
    else {
      problems.push({
        setting: 'PORTAL_THIRD_APPS',
        chinese: `“${entry}”不是第三方应用，应形如 stats|统计平台|https://stats.example.gov.cn/ ，编码不重复，不与本系统同源`,
        english: `"${entry}" is not an application such as stats|统计平台|https://stats.example.gov.cn/ with a code of its own, on another origin than the portal's`,
      });
    }
  }
  return apps;
}

function readThirdApp(entry: string, portalOrigin: string | undefined): ThirdApp | undefined {
  const [code = '', title = '', url = '', named = '', ...more] = entry.split('|').map((part) => part.trim());
  const roles = named === '' ? usualRoles : named.split(/\s+/);
  if (more.length > 0 || roles.some((role) => !codePattern.test(role))) return undefined;
  if (!codePattern.test(code) || title === '' || title.length > titleLength) return undefined;
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || !isOrigin(address.origin)) return undefined;
  if (address.username !== '' || address.password !== '' || address.origin === portalOrigin) return undefined;
  return { code, title, url: address.href, roles };
}
