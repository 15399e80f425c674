import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './list-cards.module.css';

/** What a row shows on a phone, where there is no room for columns. */
export interface ListCard {
  url: string;
  title: ReactNode;
  /** Number, item: what tells it from others. */
  second: ReactNode;
  tag?: ReactNode;
  light?: ReactNode;
}

/** The rows as cards; the whole card is the link. */
export function ListCards<Row>(props: {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  card: (row: Row) => ListCard;
}) {
  return (
    <ul className={styles.cards} aria-label={props.label}>
      {props.rows.map((row) => {
        const { url, title, second, tag, light } = props.card(row);
        return (
          <li key={props.rowKey(row)} className={styles.card}>
            <Link to={url} className={styles.title}>
              {title}
            </Link>
            <div className={styles.second}>{second}</div>
            {(tag !== undefined || light !== undefined) && (
              <div className={styles.foot}>
                {tag}
                <span className={styles.light}>{light}</span>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
