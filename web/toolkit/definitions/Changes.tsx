import { WideTable } from '../table/WideTable.tsx';
import styles from './definitions.module.css';

/** What is otherwise in one part of a definition; empty where there was or will be nothing. */
export interface Change {
  part: string;
  before: string;
  after: string;
}

/** What publishing changes, part by part. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <WideTable label="改动" columns={['改动的部分', '原来', '发布后']}>
      {changes.map(({ part, before, after }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several changes may be of one part
        <tr key={at}>
          <th scope="row">{part}</th>
          <td className={styles.change}>{before === '' ? '—' : <del>{before}</del>}</td>
          <td className={styles.change}>{after === '' ? '—' : <ins>{after}</ins>}</td>
        </tr>
      ))}
    </WideTable>
  );
}
