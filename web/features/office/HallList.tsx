import type { HallRow } from '#contract/office-parts.ts';
import styles from './office.module.css';

/** Shows the halls to choose from, each with its organisation and its number of windows. */
export function HallList(props: {
  halls: readonly HallRow[];
  selectedId: string;
  onSelect: (id: string) => void;
}) {
  return (
    <ul className={styles.halls} aria-label="大厅">
      {props.halls.map((hall) => (
        <li key={hall.id}>
          <button
            type="button"
            aria-current={hall.id === props.selectedId || undefined}
            onClick={() => props.onSelect(hall.id)}
          >
            <span title={hall.name}>{hall.name}</span>
            <small>{hall.windows} 个窗口</small>
          </button>
        </li>
      ))}
    </ul>
  );
}
