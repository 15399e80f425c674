import { Button } from 'antd';
import type { SubstituteRule } from '#contract/substitutes.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { daysOf, remarksOf, scopeOf, stateLabel } from './rule-texts.ts';
import styles from './substitutes.module.css';

/** Shows the rules of a person as absent person or as substitute, those in force first. */
export function RuleList(props: {
  rules: readonly SubstituteRule[];
  /** The person shown in a row: the substitute, or the absent person. */
  person: 'substitute' | 'absent';
  empty: { title: string; hint: string };
  onEnd?: (rule: SubstituteRule) => void;
}) {
  const { rules, person, empty, onEnd } = props;
  if (rules.length === 0) return <EmptyState compact {...empty} />;
  return (
    <ul className={styles.rules}>
      {rules.map((rule) => (
        <li key={rule.id} data-state={rule.state}>
          <div className={styles.who}>
            <strong>{rule[person].name}</strong>
            <span className={styles.org}>{rule[person].orgName}</span>
            <StatusTag {...stateLabel[rule.state]} />
          </div>
          <div className={styles.what}>
            <span className={styles.when}>{daysOf(rule)}</span>
            <span>{scopeOf(rule)}</span>
            {rule.reason !== '' && <span>原因：{rule.reason}</span>}
            {remarksOf(rule) !== '' && <span>{remarksOf(rule)}</span>}
          </div>
          {rule.mayEnd && onEnd && (
            <Button
              className={styles.end}
              aria-label={`${rule.state === 'planned' ? '取消' : '结束'}：${rule[person].name} ${daysOf(rule)}`}
              onClick={() => onEnd(rule)}
            >
              {rule.state === 'planned' ? '取消' : '结束'}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
