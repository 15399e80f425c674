import { App } from 'antd';
import { listDialog } from '#domain/lists/filters.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import styles from './list.module.css';

/** Says what keeps a search or an export from being made, everything at once (S0 §5). */
export function useSearchRefusal(): (problems: readonly Problem[], title?: string) => void {
  const { modal } = App.useApp();
  return (problems, title = listDialog.searchFailed) => {
    modal.error({
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
    });
  };
}
