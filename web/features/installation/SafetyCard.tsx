import { Link } from 'react-router';
import type { InstallationFigures } from '#contract/installation.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { Facts } from './Facts.tsx';
import { ageOfBackup, isOldBackup } from './health-checks.ts';
import { addressOfGuide, healthSteps, type Step } from './health-steps.ts';
import styles from './installation.module.css';
import { ageText } from './installation-texts.ts';

/** Shows the safeguards of the office: backups, the audit log, the certificates of its documents. */
export function SafetyCard({
  figures: { database, certificates, checks },
}: {
  figures: InstallationFigures;
}) {
  const { verified } = database ?? {};
  const problemCount = checks.filter(({ state }) => state !== 'ok').length;
  return (
    <Card title="备份与安全">
      <Facts
        facts={[
          [
            '系统检查',
            checks.length === 0
              ? '正在检查'
              : `共 ${checks.length} 项，${problemCount === 0 ? '全部正常' : `${problemCount} 项需要注意`}`,
          ],
          ['最近一次备份', database && <LastBackup at={database.lastBackupAt} />],
          [
            '审计核对',
            database &&
              (verified ? (
                <>
                  <StatusTag
                    tone={verified.isWhole ? 'success' : 'error'}
                    label={verified.isWhole ? '完整' : '不完整'}
                  />{' '}
                  {verified.acknowledged > 0 && `已确认 ${verified.acknowledged} 处 `}
                  <DateTime value={verified.at} />
                </>
              ) : (
                '还没有核对过'
              )),
          ],
          [
            '审计锚点',
            database && (database.anchorAge === null ? '没有' : `${ageText(database.anchorAge)}前`),
          ],
          ...certificates.map(
            ({ name, until, daysLeft }) =>
              [
                `证书 ${name}`,
                <span key={name}>
                  <DateTime value={until} dateOnly /> 到期{daysLeft >= 0 ? `，还有 ${daysLeft} 天` : ''}
                </span>,
              ] as const,
          ),
        ]}
      />
      {database?.lastBackupAt === null && <Hint {...healthSteps.noBackup} />}
    </Card>
  );
}

/** Shows when the last backup was made, with its state. */
function LastBackup({ at }: { at: string | null }) {
  if (at === null) return <StatusTag tone="warning" label="从未备份" />;
  const isOld = isOldBackup(ageOfBackup(at, new Date()));
  return (
    <>
      <StatusTag tone={isOld ? 'warning' : 'success'} label={isOld ? '已过期' : '正常'} />{' '}
      <DateTime value={at} />
    </>
  );
}

/** Shows how to make a backup. */
function Hint({ command, guide }: Step) {
  return (
    <p className={styles.how}>
      在服务器上备份（<Link to={addressOfGuide(guide)}>运维手册：{guide}</Link>）：
      <code>{command}</code>
    </p>
  );
}
