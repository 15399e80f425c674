import type { ReactNode } from 'react';
import type { SimilarPetition } from '#contract/petitions.ts';
import { HighlightedText } from '../list/HighlightedText.tsx';
import { detailUrl } from '../page/order-address.ts';
import { StatusTag } from '../status/StatusTag.tsx';
import { toneOfStatus } from '../status/status-tone.ts';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './similar-list.module.css';

/** Returns how many petitions are of the same person, and how many about a similar matter. */
export function countText(rows: readonly SimilarPetition[]): string {
  const same = rows.filter(({ samePerson }) => samePerson).length;
  return [same > 0 && `同一信访人 ${same} 件`, rows.length > same && `相似事项 ${rows.length - same} 件`]
    .filter(Boolean)
    .join('，');
}

/** Lists similar petitions: each with the reason why it was found, the shared words marked, and its buttons. */
export function SimilarList(props: {
  rows: readonly SimilarPetition[];
  /** Buttons of a row after 查看. */
  actionsOf: (row: SimilarPetition) => ReactNode;
}) {
  return (
    <ul className={styles.list} aria-label="相似信访件">
      {props.rows.map((row) => (
        <li key={row.workorderCode} className={styles.row}>
          <div className={styles.line}>
            <span className={joinClasses(styles.kind, row.samePerson && styles.person)}>
              {row.samePerson ? '同一信访人' : '相似事项'}
            </span>
            <span className={styles.code}>{row.workorderCode}</span>
            <b className={styles.title}>
              <HighlightedText text={row.title} words={row.words} />
            </b>
            <StatusTag label={row.statusLabel} tone={toneOfStatus(row.status)} />
          </div>
          <div className={styles.line}>
            <span className={styles.facts}>
              {row.applicantName}，{row.startedOn} {row.serveType}
            </span>
            <span className={styles.reason}>
              {row.reason}
              {row.words.length > 0 && (
                <>
                  ；相近词语 <HighlightedText text={row.words.join('、')} words={row.words} />
                </>
              )}
              {row.concluded && '；已复核终结'}
            </span>
            <span className={styles.buttons}>
              <a href={detailUrl(row.workorderCode)} target="_blank" rel="noreferrer">
                查看
                <span className="visually-hidden"> {row.workorderCode}（在新窗口打开）</span>
              </a>
              {props.actionsOf(row)}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
