import { useEffect, useRef } from 'react';
import type { Problem } from '#domain/refusals/refusals.ts';
import styles from './definitions.module.css';

/**
 * Shows all problems that prevent publishing the content of the screen; each links to its place. Each try
 * that finds a problem moves the focus here, because the button may be far down the screen and the problems
 * above the window.
 */
export function PublishProblems(props: {
  problems: readonly Problem[];
  /** Number of tries to publish; problems are not shown while the form is edited. */
  attempts?: number;
  /** True if the problems are only values that are still missing. */
  hasOnlyMissingValues?: boolean;
  onGo: (field: string) => void;
}) {
  const { problems, attempts = 0, hasOnlyMissingValues = false, onGo } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts > 0) box.current?.focus();
  }, [attempts]);
  if (problems.length === 0) return null;
  return (
    <div
      role={hasOnlyMissingValues ? 'status' : 'alert'}
      className={hasOnlyMissingValues ? styles.missingValues : styles.problems}
      ref={box}
      tabIndex={-1}
    >
      <strong>
        发布前须{hasOnlyMissingValues ? '填写' : '改正'} {problems.length} 处：
      </strong>
      <ul>
        {problems.map(({ field, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one place may have the same problem twice
          <li key={index}>
            <button type="button" onClick={() => onGo(field)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
