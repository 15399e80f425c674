import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { type OfficeCertificate, openCertificate } from '#server/kernel/crypto/certificate.ts';
import type { Environment, PortalMode, SettingProblem } from './environment.ts';
import { isSafeOrigin, refuseWithoutProvider } from './message-channels.ts';
import { readProvider, requireAllSettings } from './outside-systems.ts';

/** `simulator` is the built-in demo seal, which says that it has no legal value. */
export type SealConfig =
  | { kind: 'none' }
  | { kind: 'simulator' }
  | { kind: 'http'; origin: string; path: string; appId: string; secret: string; sealId: string };

export interface DocumentConfig {
  /** Absolute paths of fonts with priority over the open ones. */
  fonts: readonly string[];
  seal: SealConfig;
  /** Undefined if documents are not signed. */
  certificate: OfficeCertificate | undefined;
}

/** Reads the settings for drawing, sealing and signing documents. */
export function readDocumentConfig(
  environment: Environment,
  mode: PortalMode,
  problems: SettingProblem[],
): DocumentConfig {
  return {
    fonts: readFonts(environment, problems),
    seal: readSeal(environment, mode, problems),
    certificate: readCertificate(environment, problems),
  };
}

const fontKinds = new Set(['.ttf', '.otf', '.ttc']);
/** The first bytes of fonts: TrueType, OpenType with PostScript outlines, collections. */
const fontSignatures = new Set(['00010000', '4f54544f', '74746366', '74727565']);

function readFonts({ PAPER_FONTS_DIR: folder }: Environment, problems: SettingProblem[]): string[] {
  if (folder === undefined) return [];
  const refuse = (chinese: string, english: string) => {
    problems.push({ setting: 'PAPER_FONTS_DIR', chinese, english });
    return [];
  };
  try {
    const paths = readdirSync(folder)
      .filter((name) => fontKinds.has(extname(name).toLowerCase()))
      .sort()
      .map((name) => resolve(join(folder, name)));
    if (paths.length === 0)
      return refuse(`“${folder}”中没有 ttf、otf 或 ttc 字体`, `has no fonts in "${folder}"`);
    const bad = paths.find((path) => !fontSignatures.has(readFileSync(path).toString('hex', 0, 4)));
    return bad ? refuse(`“${bad}”不是字体文件`, `holds "${bad}", which is no font`) : paths;
  } catch (error) {
    return refuse(
      `无法读取字体文件夹“${folder}”（${codeOf(error)}）`,
      `cannot be read: "${folder}" (${codeOf(error)})`,
    );
  }
}

const sealSettings = ['SEAL_ORIGIN', 'SEAL_APP_ID', 'SEAL_SECRET', 'SEAL_ID'] as const;

function readSeal(environment: Environment, mode: PortalMode, problems: SettingProblem[]): SealConfig {
  const provider = readProvider(environment, 'SEAL_PROVIDER', ['none', 'simulator', 'http'], mode, problems);
  if (provider !== 'http') {
    refuseWithoutProvider(environment, 'SEAL_PROVIDER', [...sealSettings, 'SEAL_PATH'], problems);
    if (provider === 'simulator' && mode === 'production')
      problems.push({
        setting: 'SEAL_PROVIDER',
        chinese: '正式运行时不能使用演示章（simulator）',
        english: 'must not be the demo seal (simulator) in production',
      });
    return { kind: provider };
  }
  requireAllSettings(environment, sealSettings, 'SEAL_PROVIDER=http', problems);
  const origin = environment.SEAL_ORIGIN ?? '';
  if (origin !== '' && !isSafeOrigin(origin))
    problems.push({
      setting: 'SEAL_ORIGIN',
      chinese: `必须形如 https://seal.example.gov.cn（https，末尾不带斜杠，不带路径），现在是“${origin}”`,
      english: `must look like https://seal.example.gov.cn (https, no path, no slash at the end), not "${origin}"`,
    });
  const path = environment.SEAL_PATH ?? '/seal/pdf';
  if (!/^(\/[\w.-]+)+$/.test(path))
    problems.push({
      setting: 'SEAL_PATH',
      chinese: `必须是以斜杠开头的路径，现在是“${path}”`,
      english: `must be a path that begins with a slash, not "${path}"`,
    });
  return {
    kind: 'http',
    origin,
    path,
    appId: environment.SEAL_APP_ID ?? '',
    secret: environment.SEAL_SECRET ?? '',
    sealId: environment.SEAL_ID ?? '',
  };
}

function readCertificate(
  { PDF_SIGN_P12: path, PDF_SIGN_PASSWORD: password }: Environment,
  problems: SettingProblem[],
): OfficeCertificate | undefined {
  if (path === undefined) {
    if (password !== undefined)
      problems.push({
        setting: 'PDF_SIGN_PASSWORD',
        chinese: '要与 PDF_SIGN_P12 一起使用',
        english: 'is of use only together with PDF_SIGN_P12',
      });
    return undefined;
  }
  try {
    return openCertificate(readFileSync(path), password ?? '');
  } catch (error) {
    // The password is not repeated.
    const reason = codeOf(error) || (error instanceof Error ? error.message : '');
    problems.push({
      setting: 'PDF_SIGN_P12',
      chinese: `无法打开证书文件“${path}”，请核对文件和 PDF_SIGN_PASSWORD（${reason}）`,
      english: `cannot be opened: "${path}"; check the file and PDF_SIGN_PASSWORD (${reason})`,
    });
    return undefined;
  }
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException | null)?.code ?? '');
