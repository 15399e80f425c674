import type { InstallationFigures, InstallationState } from '#contract/installation.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { sizeText } from '#domain/uploads/size-text.ts';
import { type HealthFindingKind, healthSteps, type Step } from './health-steps.ts';
import { ageText, folderTexts, taskLabel } from './installation-texts.ts';

export interface HealthFinding {
  tone: 'error' | 'warning';
  text: string;
  /** The step that the operator should take. */
  step: Step;
}

type AddFinding = (
  tone: HealthFinding['tone'],
  isFound: boolean,
  kind: HealthFindingKind,
  text: () => string,
) => void;

/**
 * Seconds and counts from which a problem is reported; equal to those of `deploy/alerts.yml` where that file has
 * the same ones.
 */
export const limits = {
  outbox: 300,
  outbound: 1_800,
  exports: 1_800,
  jobs: 600,
  poolWaiting: 10,
  turnDelay: 500,
  anchor: 2 * 86_400,
  certificateDays: 30,
  backupHours: 36,
  verifiedHours: 36,
  diskLow: 5e9,
  diskShare: 0.05,
  refusedMinutes: 10,
} as const;

/** Checks of the doctor that this page already reports by its own figures. */
const reportedByFigures = new Set([
  'disk',
  'certificate',
  'anchors',
  'backup-age',
  'sms',
  'chat',
  'seal',
  'payments',
  'express',
  'signature',
  'sign-on',
  'virus-scanner',
]);

/** Returns the problems for the operator, the worst first; empty while all is well. */
export function healthFindingsOf(
  installation: InstallationState,
  figures: InstallationFigures,
  now: Date,
): HealthFinding[] {
  const findings: HealthFinding[] = [];
  const addFinding: AddFinding = (tone, isFound, kind, text) => {
    if (isFound) findings.push({ tone, text: text(), step: healthSteps[kind] });
  };
  const { isUp, pool, database, disks, reserve, certificates, turnDelay } = figures;
  addFinding(
    'error',
    !isUp || pool.isSilent,
    'silent',
    () => '数据库没有应答，以下有关数据库的数字是旧的或者没有',
  );
  const addRecentFindings = (at: string | null, kind: HealthFindingKind, text: string) => {
    const lastTime = at === null ? undefined : new Date(at);
    const isRecent =
      lastTime !== undefined && now.getTime() - lastTime.getTime() < limits.refusedMinutes * 60_000;
    addFinding('error', isRecent, kind, () => `${text}（最近一次 ${minuteText(lastTime ?? now).slice(11)}）`);
  };
  addRecentFindings(figures.cannotStoreAt, 'cannotStore', '磁盘已满或出错，办理不能保存');
  addRecentFindings(figures.filesAwayAt, 'filesAway', '文件存储无法访问或拒绝访问，附件不能保存和读取');
  // Uploads fill the disk of the files, if there is a separate one.
  const uploadFolder = disks.some(({ folder }) => folder === 'files') ? 'files' : 'data';
  for (const { folder, free, size } of disks) {
    const name = folderTexts[folder];
    const isRefused = folder === uploadFolder && free < reserve;
    addFinding(
      'error',
      isRefused,
      'diskFull',
      () => `磁盘空间不足（剩余 ${sizeText(free)}），已暂停上传附件`,
    );
    const isLow = !isRefused && (free < limits.diskLow || free / size < limits.diskShare);
    addFinding('warning', isLow, 'diskLow', () => `${name}所在磁盘只剩 ${sizeText(free)}`);
  }
  if (database) addDatabaseFindings(database, { addFinding, now });
  addFinding(
    'warning',
    pool.waiting > limits.poolWaiting,
    'poolWaiting',
    () => `${pool.waiting} 个请求在等待数据库连接`,
  );
  addFinding(
    'warning',
    turnDelay > limits.turnDelay,
    'turnDelay',
    () => `服务器繁忙，响应延迟 ${Math.round(turnDelay)} 毫秒`,
  );
  for (const { name, daysLeft } of certificates) {
    addFinding('error', daysLeft < 0, 'certificate', () => `签章证书“${name}”已过期`);
    addFinding(
      'warning',
      daysLeft >= 0 && daysLeft < limits.certificateDays,
      'certificate',
      () => `签章证书“${name}”还有 ${daysLeft} 天到期`,
    );
  }
  for (const { check, state, text } of figures.checks) {
    const isReported = reportedByFigures.has(check) || (check === 'database' && !isUp);
    if (state !== 'ok' && !isReported)
      addFinding(state === 'fault' ? 'error' : 'warning', true, 'check', () => text);
  }
  const simulators = installation.systems.filter(({ connection }) => connection === 'twin');
  addFinding(
    'warning',
    installation.mode === 'production' && simulators.length > 0,
    'simulators',
    () => `正式环境仍在使用内置模拟：${simulators.map(({ label }) => label).join('、')}`,
  );
  return findings.toSorted((a, b) => Number(b.tone === 'error') - Number(a.tone === 'error'));
}

/** Returns the age of the last backup in seconds; undefined if there was none. */
export function ageOfBackup(at: string | null, now: Date): number | undefined {
  return at === null ? undefined : (now.getTime() - Date.parse(at)) / 1000;
}

/** Returns whether a backup of this age is too old. */
export function isOldBackup(age: number | undefined): boolean {
  return age !== undefined && age > limits.backupHours * 3_600;
}

function addDatabaseFindings(
  database: NonNullable<InstallationFigures['database']>,
  { addFinding, now }: { addFinding: AddFinding; now: Date },
): void {
  const { servers, outbox, exports, outbound, jobs, failed, verified, anchorAge, lastBackupAt } = database;
  const { lostAnchors } = database;
  addFinding('error', lostAnchors !== null, 'anchorsLost', () => {
    const { databaseAt, filedAt } = lostAnchors ?? {};
    const from = databaseAt ? minuteText(new Date(databaseAt)) : '最初';
    return `数据库比锚点文件旧：${from} 至 ${filedAt ? minuteText(new Date(filedAt)) : ''} 办理的内容缺失`;
  });
  const verifiedAge = verified ? (now.getTime() - Date.parse(verified.at)) / 1000 : 0;
  addFinding(
    'warning',
    verifiedAge > limits.verifiedHours * 3_600,
    'auditLate',
    () => `最近一次审计核对在 ${ageText(verifiedAge)}以前`,
  );
  addFinding('error', verified?.isWhole === false, 'auditBroken', () => '最近一次审计核对发现记录不完整');
  addFinding('error', servers === 0, 'noServer', () => '没有服务器在处理后台任务');
  addFinding(
    'warning',
    outbox.oldest > limits.outbox,
    'backlog',
    () => `办件提醒积压，最久 ${ageText(outbox.oldest)}`,
  );
  addFinding(
    'warning',
    exports.oldest > limits.exports,
    'backlog',
    () => `导出积压，最久 ${ageText(exports.oldest)}`,
  );
  for (const { label, oldest, dead } of outbound) {
    addFinding(
      'warning',
      oldest > limits.outbound,
      'outbound',
      () => `${label}积压，最久 ${ageText(oldest)}`,
    );
    addFinding('warning', dead > 0, 'outboundDead', () => `${label}近一天有 ${dead} 条发送失败`);
  }
  for (const { task, oldest } of jobs)
    addFinding(
      'warning',
      oldest > limits.jobs,
      'backlog',
      () => `后台任务“${taskLabel(task)}”积压，最久 ${ageText(oldest)}`,
    );
  addFinding(
    'warning',
    failed.length > 0,
    'failedJobs',
    () => `${failed.length} 个后台任务执行失败，等待重试`,
  );
  addFinding(
    'warning',
    anchorAge !== null && anchorAge > limits.anchor,
    'anchor',
    () => `审计锚点已有 ${ageText(anchorAge ?? 0)}没有写入`,
  );
  const backupAge = ageOfBackup(lastBackupAt, now);
  addFinding('warning', backupAge === undefined, 'noBackup', () => '从未备份');
  addFinding(
    'warning',
    isOldBackup(backupAge),
    'oldBackup',
    () => `最近一次备份在 ${ageText(backupAge ?? 0)}以前`,
  );
}
