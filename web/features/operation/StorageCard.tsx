import type { OperationFigures } from '#contract/operation.ts';
import { sizeText } from '#domain/uploads/size-text.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import styles from './operation.module.css';

/** What is left on the disks, and what takes the room. */
export function StorageCard({ figures: { disks, reserve, database } }: { figures: OperationFigures }) {
  return (
    <Card title="存储">
      {disks.map(({ folder, free, size }) => {
        const name = folder === 'data' ? '数据目录' : '审计目录';
        return (
          <div key={folder} className={styles.disk}>
            <p>
              <span>{name}所在磁盘</span>
              <span>
                剩余 {sizeText(free)}，共 {sizeText(size)}
              </span>
            </p>
            <meter
              aria-label={`${name}所在磁盘已用`}
              min={0}
              max={size}
              low={size * 0.8}
              high={Math.max(size - reserve, size * 0.9)}
              optimum={0}
              value={size - free}
            />
          </div>
        );
      })}
      {reserve > 0 && <p className={styles.note}>少于 {sizeText(reserve)} 时暂停上传附件。</p>}
      {database && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">数据库</th>
              <th scope="col">{sizeText(database.bytes)}</th>
            </tr>
          </thead>
          <tbody>
            {database.tables.map(({ name, bytes }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{sizeText(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
