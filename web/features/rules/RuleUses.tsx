import { Link } from 'react-router';
import type { RuleUse } from '#contract/rule-library.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import styles from './rules.module.css';

const screens: Readonly<Record<RuleUse['kind'], string>> = {
  rule: 'rules',
  form: 'forms',
  button: 'processes',
  condition: 'processes',
};

/** Lists the rules, forms, buttons and conditions that use a rule, each with a link to its screen. */
export function RuleUses({ usedBy }: { usedBy: readonly RuleUse[] }) {
  return (
    <Card title={`用在哪里（${usedBy.length}）`}>
      {usedBy.length === 0 ? (
        <p className={styles.uses}>
          还没有表单、按钮或条件使用。表单在字段的“规则库”中选用；流程文件在按钮上写 rule，在条件中写
          rule(…)。
        </p>
      ) : (
        <>
          <ul className={styles.uses} aria-label="用在哪里">
            {usedBy.map(({ kind, text, code }) => (
              <li key={`${kind} ${code} ${text}`}>
                <Link to={`/business/${screens[kind]}/${encodeURIComponent(code)}`}>{text}</Link>
              </li>
            ))}
          </ul>
          <p className={styles.uses}>新版本发布后，以上各处立即按新版本校验。</p>
        </>
      )}
    </Card>
  );
}
