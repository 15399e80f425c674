import { Link } from 'react-router';
import type { Concern } from './concerns.ts';
import styles from './operation.module.css';

/** All well, or each trouble with what it wants done. */
export function Verdict({ concerns }: { concerns: readonly Concern[] }) {
  return (
    <div className={styles.concerns}>
      <div role="status">
        {concerns.length === 0 ? (
          <strong data-tone="success">运行正常</strong>
        ) : (
          <strong data-tone={concerns[0]?.tone}>有 {concerns.length} 项需要处理</strong>
        )}
      </div>
      {concerns.length > 0 && (
        <ul aria-label="需要处理">
          {concerns.map(({ tone, text, step }) => (
            <li key={text}>
              <strong data-tone={tone}>{text}</strong>
              <p>
                {step.text}
                {step.command && (
                  <>
                    服务器上执行 <code>{step.command}</code>。
                  </>
                )}
                详见《运维手册》“{step.guide}”。
              </p>
            </li>
          ))}
        </ul>
      )}
      <Link to="/help#系统运行">这一页怎么看</Link>
    </div>
  );
}
