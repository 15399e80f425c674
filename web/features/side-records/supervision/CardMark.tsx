import { type SupervisionCard, supervisionCardLabel } from '#domain/records/card-rule.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './supervision.module.css';

/** Shows a yellow or red card as a small upright rectangle with its word; a dash for no card. */
export function CardMark({ card }: { card: SupervisionCard }) {
  if (card === 'none') return '—';
  return <span className={joinClasses(styles.card, styles[card])}>{supervisionCardLabel[card]}</span>;
}
