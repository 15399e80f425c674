import type { InstallationFigures } from '#contract/installation.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import styles from './installation.module.css';
import { ageText } from './installation-texts.ts';

interface Row {
  name: string;
  waiting: number;
  oldest: number;
  /** The text instead of the age if nothing in the queue is due. */
  textBeforeDue?: string;
}

/** Shows the queues of messages and files that wait to be sent or made. */
export function QueuesCard({ database }: Pick<InstallationFigures, 'database'>) {
  const rows: readonly Row[] | null = database && [
    { name: '办件提醒', ...database.outbox },
    ...database.outbound.map(({ label, waiting, oldest }) => ({
      name: label,
      waiting,
      oldest,
      // A message counts from the time at which it may be sent.
      textBeforeDue: '均未到发送时间',
    })),
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
            {rows.map(({ name, waiting, oldest, textBeforeDue = '—' }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{waiting}</td>
                <td>{waiting === 0 ? '—' : oldest >= 1 ? ageText(oldest) : textBeforeDue}</td>
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
