import type { ReactNode } from 'react';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './detail.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
  /** Uses the full line. */
  wide?: boolean;
}

/** Shows named values in compact rows; empty values are left out. */
export function Facts(props: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.orderFacts}>
      {props.facts.filter(isKnown).map((fact) => (
        <div key={fact.label} className={joinClasses(styles.fact, fact.wide && styles.factWide)}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

function isKnown({ value }: Fact): boolean {
  return value !== '' && value !== null && value !== undefined;
}
