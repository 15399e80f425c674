import type { InstallationState } from '#contract/installation.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag, type StatusTone } from '#web/toolkit/status/StatusTag.tsx';
import { Facts } from './Facts.tsx';
import styles from './installation.module.css';

const connections: Record<
  InstallationState['systems'][number]['connection'],
  { label: string; tone: StatusTone }
> = {
  real: { label: '已连接', tone: 'success' },
  twin: { label: '内置模拟', tone: 'warning' },
  none: { label: '未连接', tone: 'neutral' },
};

/** Shows the installation: versions, keys, and external systems. */
export function InstallationCard({ installation }: { installation: InstallationState }) {
  const { mode, markedAt, versions, process, keys, files, systems } = installation;
  return (
    <Card title="安装" extra={mode === 'production' ? '正式环境' : '演示环境'}>
      <Facts
        facts={[
          ['产品版本', versions.portal],
          ['Node / PostgreSQL', `${versions.node} / ${versions.postgres}`],
          ['数据库结构', <code key="schema">{versions.schema}</code>],
          ['附件存放', files === 's3' ? 'S3 对象存储' : '本机磁盘'],
          ['建立于', <DateTime key="marked" value={markedAt} />],
          ['本服务器启动于', <DateTime key="started" value={process.startedAt} />],
          ...keys.map(({ name, fingerprint }) => [name, <code key={name}>{fingerprint}</code>] as const),
        ]}
      />
      <ul className={styles.systems} aria-label="外部系统">
        {systems.map(({ name, label, connection, provider, setting }) => (
          <li key={name}>
            <span title={connection === 'real' ? provider : `用 ${setting} 设置`}>{label}</span>
            <StatusTag {...connections[connection]} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
