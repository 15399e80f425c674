import type { PartChange } from '#domain/part-change.ts';
import { WideTable } from '../table/WideTable.tsx';
import styles from './definitions.module.css';

/** Shows the changes that publishing makes, part by part. */
export function Changes({ changes }: { changes: readonly PartChange[] }) {
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
