import { WideTable } from '../table/WideTable.tsx';
import styles from './definitions.module.css';

/**
 * Difference in one part of a definition; `before` or `after` is empty if the part did not or will not exist.
 */
export interface Change {
  part: string;
  before: string;
  after: string;
}

/** Shows the changes that publishing makes, part by part. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <WideTable label="改动" columns={['改动的部分', '原来', '发布后']}>
      {changes.map(({ part, before, after }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one part may have several changes
        <tr key={index}>
          <th scope="row">{part}</th>
          <td className={styles.change}>{before === '' ? '—' : <del>{before}</del>}</td>
          <td className={styles.change}>{after === '' ? '—' : <ins>{after}</ins>}</td>
        </tr>
      ))}
    </WideTable>
  );
}
