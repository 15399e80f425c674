import type { Problem } from '#domain/refusals/refusals.ts';
import styles from './definitions.module.css';

/** Everything that stands against publishing what is on the screen; each leads to its place. */
export function FoundProblems(props: { problems: readonly Problem[]; onGo: (field: string) => void }) {
  const { problems, onGo } = props;
  if (problems.length === 0) return null;
  return (
    <div role="alert" className={styles.found}>
      <strong>发布前须改正 {problems.length} 处：</strong>
      <ul>
        {problems.map(({ field, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one place may have the same fault twice
          <li key={at}>
            <button type="button" onClick={() => onGo(field)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
