import { ExclamationCircleFilled } from '@ant-design/icons';
import styles from './form.module.css';

/** Shows the problems of a field below it, with an icon, so not by colour alone. */
export function FieldProblems({ id, problems }: { id: string; problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <div className={styles.problems} id={id}>
      {problems.map((problem) => (
        <div key={problem}>
          <ExclamationCircleFilled aria-hidden /> {problem}
        </div>
      ))}
    </div>
  );
}
