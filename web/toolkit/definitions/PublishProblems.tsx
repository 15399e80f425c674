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
  tries?: number;
  /** True if the problems are only values that are still missing. */
  isCalm?: boolean;
  onGo: (field: string) => void;
}) {
  const { problems, tries = 0, isCalm = false, onGo } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tries > 0) box.current?.focus();
  }, [tries]);
  if (problems.length === 0) return null;
  return (
    <div
      role={isCalm ? 'status' : 'alert'}
      className={isCalm ? styles.unfilled : styles.found}
      ref={box}
      tabIndex={-1}
    >
      <strong>
        发布前须{isCalm ? '填写' : '改正'} {problems.length} 处：
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
