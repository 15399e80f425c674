import type { ReactNode } from 'react';
import styles from './home.module.css';

/** Shows a block of the home page: its heading, the basis of its figures, and a link to the whole list. */
export function HomeCard(props: { title: string; note?: string; listLink?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.card} aria-label={props.title}>
      <div className={styles.cardHead}>
        <h2>{props.title}</h2>
        {props.note !== undefined && <span className={styles.note}>{props.note}</span>}
        <span className={styles.more}>{props.listLink}</span>
      </div>
      {props.children}
    </section>
  );
}

/** Shows one line in a block without content; the block stays visible. */
export function EmptyBlockText({ children }: { children: ReactNode }) {
  return <p className={styles.nothing}>{children}</p>;
}
