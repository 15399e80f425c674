import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './figure-links.module.css';

/** A figure with its label, its unit and a note, as a link to the list that it counts. */
export interface FigureLink {
  label: string;
  icon?: ReactNode;
  text: string;
  unit?: string;
  to: string;
  note: string;
  tone?: 'error' | 'warning' | undefined;
}

/** Shows figures in a row; only urgent ones are coloured. */
export function FigureLinks({
  label: listLabel,
  figures,
}: {
  label: string;
  figures: readonly FigureLink[];
}) {
  return (
    <ul className={styles.strip} aria-label={listLabel}>
      {figures.map(({ label, icon, text, unit, to, note, tone }) => (
        <li key={label}>
          <Link to={to} className={joinClasses(styles.figure, tone && styles[tone])}>
            <span className={styles.figureLabel}>
              {icon !== undefined && <span aria-hidden="true">{icon}</span>}
              {label}
            </span>
            <span className={styles.figureCount}>
              {text} <small>{unit}</small>
            </span>
            <span className={styles.figureNote}>{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
