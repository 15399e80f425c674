import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { RowAction } from '../list-model/list-types.ts';
import { MenuButton } from '../page/MenuButton.tsx';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './list-cards.module.css';

/** Content of a row on a phone, which has no space for columns. */
export interface ListCard {
  /** The address that it links to; a card without one is read-only. */
  url?: string | undefined;
  title: ReactNode;
  /** Called when the link was followed. */
  onOpen?: () => void;
  /** Further identification of the row, such as its number and item. */
  secondLine?: ReactNode;
  /** State of the row, at the right of the title. */
  state?: ReactNode;
  /** Columns with their labels: short values next to each other, a long one in a line of its own. */
  facts?: readonly { key: string; label: string; value: ReactNode }[];
  tag?: ReactNode;
  light?: ReactNode;
  /** Other actions of the row, at the end of the card. */
  actions?: readonly RowAction[] | undefined;
}

/** Shows the rows as cards; the whole card is the link, if it has one. */
export function ListCards<Row>(props: {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  card: (row: Row) => ListCard;
}) {
  return (
    <ul className={styles.cards} aria-label={props.label}>
      {props.rows.map((row) => {
        const {
          url,
          title,
          onOpen,
          state,
          secondLine,
          facts = [],
          tag,
          light,
          actions = [],
        } = props.card(row);
        return (
          <li
            key={props.rowKey(row)}
            className={joinClasses(
              styles.card,
              (state !== undefined || (tag === undefined && light === undefined)) && styles.inOneLine,
            )}
          >
            <div className={styles.top}>
              {url === undefined ? (
                <div className={styles.heading}>{title}</div>
              ) : (
                <Link to={url} className={styles.title} onClick={onOpen}>
                  {title}
                </Link>
              )}
              {state !== undefined && <div className={styles.state}>{state}</div>}
            </div>
            {secondLine !== undefined && <div className={styles.second}>{secondLine}</div>}
            {facts.length > 0 && (
              <dl className={styles.facts}>
                {facts.map(({ key, label, value }) => (
                  <div key={key}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            )}
            {(tag !== undefined || light !== undefined || actions.length > 0) && (
              <div className={styles.foot}>
                {tag}
                <span className={styles.light}>{light}</span>
                <CardActions actions={actions} title={title} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Shows the actions of a card; several that end or remove something are behind 更多, so that no finger presses
 * them by mistake.
 */
function CardActions({ actions, title }: { actions: readonly RowAction[]; title: ReactNode }) {
  const dangerous = actions.filter(({ danger }) => danger);
  const folded = dangerous.length > 1 ? dangerous : [];
  const shown = actions.filter((action) => !folded.includes(action));
  return (
    <>
      {shown.map((action) => (
        <button
          key={action.key}
          type="button"
          className={joinClasses(styles.action, action.danger && styles.danger)}
          onClick={action.onRun}
        >
          {action.label}
          <span className="visually-hidden">{title}</span>
        </button>
      ))}
      {folded.length > 0 && (
        <MenuButton
          className={styles.action ?? ''}
          choices={folded.map((action) => ({ ...action, onChoose: action.onRun }))}
        >
          更多
          <span className="visually-hidden">{title}</span>
        </MenuButton>
      )}
    </>
  );
}
