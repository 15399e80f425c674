import type { ReactNode } from 'react';
import { joinClasses } from '#web/toolkit/page/join-classes.ts';
import styles from './detail.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
  /** Takes the whole line. */
  wide?: boolean;
}

/** Named values in a grid; an empty value is a dash, so that it cannot be taken for something not loaded. */
export function Facts(props: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.orderFacts}>
      {props.facts.map((fact) => (
        <div key={fact.label} className={joinClasses(styles.fact, fact.wide && styles.factWide)}>
          <dt>{fact.label}</dt>
          <dd>{fact.value === '' || fact.value === null || fact.value === undefined ? '—' : fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
