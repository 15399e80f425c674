import type { ReactNode } from 'react';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './facts.module.css';

/** Shows names and their values, in as many columns as fit. */
export function Facts(props: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  oneColumn?: boolean;
}) {
  return (
    <dl className={joinClasses(styles.facts, props.oneColumn && styles.oneColumn)}>
      {props.facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
