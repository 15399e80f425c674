import type { InstallationFigures } from '#contract/installation.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import styles from './installation.module.css';
import { ageText } from './installation-texts.ts';

/** Shows the queues of messages and files that wait to be sent or made. */
export function QueuesCard({ database }: Pick<InstallationFigures, 'database'>) {
  const rows = database && [
    { name: '办件提醒', ...database.outbox },
    ...database.outbound.map(({ label, waiting, oldest }) => ({ name: label, waiting, oldest })),
    { name: '导出文件', ...database.exports },
    { name: '缩略图', waiting: database.pictures, oldest: 0 },
  ];
  return (
    <Card title="等待处理">
      {rows ? (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">队列</th>
              <th scope="col">等待</th>
              <th scope="col">最久</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, waiting, oldest }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{waiting}</td>
                <td>{waiting > 0 && oldest >= 1 ? ageText(oldest) : '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className={styles.note}>数据库没有应答</p>
      )}
    </Card>
  );
}
