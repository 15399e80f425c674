import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { HealthFinding } from './health-checks.ts';
import { addressOfGuide } from './health-steps.ts';
import styles from './installation.module.css';

/** Shows that there is no problem, or each problem with the step to take. */
export function HealthSummary({
  findings,
  children,
}: {
  findings: readonly HealthFinding[];
  children: ReactNode;
}) {
  return (
    <div className={styles.verdict}>
      <div role="status">
        {findings.length === 0 ? (
          <strong data-tone="success">运行正常</strong>
        ) : (
          <strong data-tone={findings[0]?.tone}>有 {findings.length} 项需要处理</strong>
        )}
      </div>
      {children}
      {findings.length > 0 && (
        <ul aria-label="需要处理">
          {findings.map(({ tone, text, step }) => (
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
