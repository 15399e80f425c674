import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  value: ReactNode;
  /** Takes the whole line. */
  wide?: boolean;
}

/** Named values in a grid; an empty value is a dash, so that it cannot be taken for something not loaded. */
export function Facts(props: { facts: readonly Fact[] }) {
  return (
    <dl className="order-facts">
      {props.facts.map((fact) => (
        <div key={fact.label} className={fact.wide ? 'fact fact-wide' : 'fact'}>
          <dt>{fact.label}</dt>
          <dd>{fact.value === '' || fact.value === null || fact.value === undefined ? '—' : fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
