import type { ModalFuncProps } from 'antd';
import { listDialog } from '#domain/lists/filters.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import styles from './search-refusal.module.css';

/** Returns a dialog that lists every problem of a search or an export. */
export function searchRefusal(
  problems: readonly Problem[],
  title: string = listDialog.searchFailed,
): ModalFuncProps {
  return {
    title,
    okText: '知道了',
    content: (
      <>
        <p>{listDialog.completeFirst}</p>
        <ul className={styles.problems}>
          {problems.map((problem) => (
            <li key={problem.field}>{problem.message}</li>
          ))}
        </ul>
      </>
    ),
  };
}
