import { connect } from 'node:net';
import { ensureBucket } from '#server/adapters/files/s3/ensure-bucket.ts';
import type { Config } from '#server/kernel/config/config.ts';
import { listConnectedSystems } from '#server/kernel/config/connected-systems.ts';
import type { SettingProblem } from '#server/kernel/config/environment.ts';
import { plainHttpSettings } from '#server/kernel/config/sign-on.ts';
import type { ClamdAddress } from '#server/kernel/config/uploads.ts';
import { checkRecipients } from '#server/kernel/crypto/recipients.ts';
import { reasonOf } from '#server/kernel/errors/startup-error.ts';
import { type CertificateFacts, officeCertificates } from '../certificates.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

const dayMs = 86_400_000;
/** Days before the end of a certificate on which the warning begins; an office needs weeks to get a new one. */
const certificateWarningDays = 30;
const answerTimeoutMs = 5_000;

/** Reports every invalid setting, and names that may be misspelt. */
export function checkSettings(config: Config, problems: readonly SettingProblem[]): DoctorFinding[] {
  const { ok, warning, fault: problem } = findingsOf('settings');
  const findings = [
    ...problems.map(({ setting, chinese, english }) =>
      problem(`${setting}：${chinese}`, `${setting} ${english}`),
    ),
    ...config.warnings.map(({ setting, chinese, english }) =>
      warning(`${setting}：${chinese}`, `${setting} ${english}`),
    ),
    ...plainHttpSettings(config.signOn).map((setting) =>
      warning(
        `${setting} 使用 http，途中可被窃听和修改：请改用 https。`,
        `${setting} is plain http, which anybody on the way can read and change: use https.`,
      ),
    ),
  ];
  if (!config.separateDuties)
    findings.push(
      warning(
        'PORTAL_SEPARATE_DUTIES=false：系统管理、安全管理、安全审计可以由同一人兼任。单位人员齐备后请去掉该设置。',
        'PORTAL_SEPARATE_DUTIES=false: one person may be system, security and audit administrator. Remove it once there are enough people.',
      ),
    );
  if (problems.length === 0)
    findings.unshift(ok(`设置没有错误，模式 ${config.mode}`, `No bad settings; mode ${config.mode}`));
  return findings;
}

/** Reports the connected systems; a simulator in production is a warning. */
export function checkSystems(config: Config): DoctorFinding[] {
  return listConnectedSystems(config).map(({ name, chinese, connection, provider, setting, consequence }) => {
    const { ok, warning } = findingsOf(name);
    if (connection === 'real')
      return ok(
        `${chinese}：已接入${provider ? `（${provider}）` : ''}`,
        `${name}: connected${provider ? ` (${provider})` : ''}`,
      );
    if (connection === 'none')
      return ok(`${chinese}：没有接入（${setting}）`, `${name}: not connected (${setting})`);
    return config.mode === 'production'
      ? warning(
          `${chinese}：正式环境使用的是内置模拟，请设置 ${setting}。`,
          `${name}: a built-in simulator in production. ${consequence}: set ${setting}.`,
        )
      : ok(`${chinese}：内置模拟（演示）`, `${name}: the simulator of the demo`);
  });
}

/**
 * Checks the public keys of the recipients of backups: otherwise a truncated key would be found only by the nightly
 * backup.
 */
export function checkBackups({ backupRecipients }: Pick<Config, 'backupRecipients'>): DoctorFinding[] {
  const { ok } = findingsOf('backups');
  if (backupRecipients.length === 0)
    return [
      ok(
        '备份不加密（没有设置 BACKUP_RECIPIENTS），备份的位置须与数据库同样保护',
        'Backups are not encrypted (BACKUP_RECIPIENTS): protect their folder like the database',
      ),
    ];
  checkRecipients(backupRecipients);
  const count = backupRecipients.length;
  return [ok(`备份加密，公钥 ${count} 个`, `Backups are encrypted to ${count} public keys`)];
}

/** Checks the certificates that sign documents, and their validity. */
export function checkCertificates(config: Pick<Config, 'documents'>, now: Date): DoctorFinding[] {
  return officeCertificates(config).map((certificate) => findingOfCertificate(certificate, now));
}

function findingOfCertificate({ name, validFrom, validUntil }: CertificateFacts, now: Date): DoctorFinding {
  const { ok, warning, fault: problem } = findingsOf('certificate');
  const day = validUntil.toISOString().slice(0, 10);
  const daysLeft = Math.floor((validUntil.getTime() - now.getTime()) / dayMs);
  if (now < validFrom)
    return problem(
      `证书“${name}”尚未生效（${validFrom.toISOString().slice(0, 10)} 起），请核对服务器时间和 PDF_SIGN_P12。`,
      `The certificate "${name}" is not valid yet: check the clock and PDF_SIGN_P12.`,
    );
  if (now > validUntil)
    return problem(
      `证书“${name}”已于 ${day} 过期，请更换 PDF_SIGN_P12 并重启。`,
      `The certificate "${name}" expired on ${day}: replace PDF_SIGN_P12 and restart.`,
    );
  if (daysLeft < certificateWarningDays)
    return warning(
      `证书“${name}”还有 ${daysLeft} 天过期（${day}），请准备更换 PDF_SIGN_P12。`,
      `The certificate "${name}" runs out in ${daysLeft} days (${day}): get a new PDF_SIGN_P12.`,
    );
  return ok(`证书“${name}”有效至 ${day}`, `The certificate "${name}" is valid until ${day}`);
}

/** Checks that the bucket can be reached and read; the portal tests at its start that it can write there. */
export async function checkFileStore({ s3 }: Pick<Config, 's3'>): Promise<DoctorFinding[]> {
  const { ok } = findingsOf('file-store');
  if (!s3) return [ok('文件保存在磁盘上', 'Files are stored on the disk')];
  await ensureBucket(s3, false);
  return [ok(`存储桶 ${s3.bucket} 可以访问`, `The bucket ${s3.bucket} can be reached`)];
}

/** Checks that the provider of the unified login answers with the configured issuer name. */
export async function checkSignOn({ signOn }: Pick<Config, 'signOn'>): Promise<DoctorFinding[]> {
  const { provider } = signOn;
  if (provider.kind !== 'oidc') return [];
  const { ok, fault: problem } = findingsOf('issuer');
  const reportedIssuer = await fetchIssuer(provider.issuer).catch(reasonOf);
  const isSame = reportedIssuer.replace(/\/$/, '') === provider.issuer.replace(/\/$/, '');
  return isSame
    ? [ok('统一身份认证方有应答', 'The provider of the unified login answers')]
    : [
        problem(
          `统一身份认证方 ${provider.issuer} 没有按约定应答（${reportedIssuer}），只能用账号密码登录：请检查 OIDC_ISSUER 和网络。`,
          `The provider of the unified login, ${provider.issuer}, does not answer as agreed (${reportedIssuer}): check OIDC_ISSUER and the network.`,
        ),
      ];
}

/** Returns the issuer name that the provider reports. */
async function fetchIssuer(issuer: string): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(answerTimeoutMs) });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const { issuer: reportedIssuer } = (await answer.json()) as { issuer?: unknown };
  return String(reportedIssuer).slice(0, 200);
}

export async function checkScanner({ uploads }: Pick<Config, 'uploads'>): Promise<DoctorFinding[]> {
  if (uploads.clamd === undefined) return [];
  const { ok, fault: problem } = findingsOf('clamd');
  const answer = await pingScanner(uploads.clamd);
  return answer === 'PONG'
    ? [ok('ClamAV 有应答', 'ClamAV answers')]
    : [
        problem(
          'ClamAV 没有应答，上传会被拒绝：请检查 CLAMD_ADDRESS 和 clamd 服务。',
          'ClamAV does not answer, so that uploads are refused: check CLAMD_ADDRESS and the daemon.',
        ),
      ];
}

function pingScanner(address: ClamdAddress): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(address, () => socket.write('zPING\0'));
    const timer = setTimeout(() => socket.destroy(), answerTimeoutMs);
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      if (answer.includes('\0')) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answer.replace('\0', '').trim());
    });
  });
}
