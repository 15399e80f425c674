import type { InstallationFigures } from '#contract/installation.ts';
import { sizeText } from '#domain/uploads/size-text.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import styles from './installation.module.css';
import { folderTexts } from './installation-texts.ts';

/** Shows the free space of the disks, and its use. */
export function StorageCard({ figures: { disks, reserve, database } }: { figures: InstallationFigures }) {
  return (
    <Card title="存储">
      {disks.map(({ folder, free, size }) => {
        const name = folderTexts[folder];
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
      {database && <Tables {...database} />}
    </Card>
  );
}

/** Shows the sizes of the largest tables, of all others together, and of the whole. */
function Tables({ bytes, tables }: Pick<NonNullable<InstallationFigures['database']>, 'bytes' | 'tables'>) {
  const otherBytes = bytes - tables.reduce((sum, table) => sum + table.bytes, 0);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">数据库</th>
          <th scope="col">占用</th>
        </tr>
      </thead>
      <tbody>
        {tables.map(({ name, label, bytes }) => (
          <tr key={name}>
            <th scope="row" title={name}>
              {label}
            </th>
            <td>{sizeText(bytes)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">其余各表</th>
          <td>{sizeText(Math.max(otherBytes, 0))}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">合计</th>
          <td>{sizeText(bytes)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
