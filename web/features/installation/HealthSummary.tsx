import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { HealthFinding } from './health-checks.ts';
import { addressOfGuide } from './health-steps.ts';
import styles from './installation.module.css';

/** Shows that all is well, or each problem with the step to take and the time when it was found. */
export function Verdict({ concerns, children }: { concerns: readonly HealthFinding[]; children: ReactNode }) {
  return (
    <div className={styles.verdict}>
      <div role="status">
        {concerns.length === 0 ? (
          <strong data-tone="success">运行正常</strong>
        ) : (
          <strong data-tone={concerns[0]?.tone}>有 {concerns.length} 项需要处理</strong>
        )}
      </div>
      {children}
      {concerns.length > 0 && (
        <ul aria-label="需要处理">
          {concerns.map(({ tone, text, step }) => (
            <li key={text}>
              <strong data-tone={tone}>{text}</strong>
              <p>
                {step.text}
                {step.command && (
                  <>
                    在服务器上执行 <code>{step.command}</code>。
                  </>
                )}
                <Link to={addressOfGuide(step.guide)}>运维手册：{step.guide}</Link>
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
