import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { differencesOfChange, personOf, type ShownDifference } from './change-texts.ts';
import styles from './history.module.css';
import type { ChangeOfFields } from './use-form-changes.ts';

/** Shows changes of fields, the newest first: person, task and time of each, and old and new values. */
export function ChangeRows(props: {
  label: string;
  rows: readonly ChangeOfFields[];
  /** True if first entries are left out. */
  isOnlyChanged?: boolean;
  /** True if all rows are of one field, which the title names. */
  isOfOneField?: boolean;
}) {
  const { label, rows, isOnlyChanged = false, isOfOneField = false } = props;
  const shownRows = rows
    .map((row) => ({ row, differences: differencesOfChange(row, isOnlyChanged) }))
    .filter(({ differences }) => differences.length > 0);
  if (shownRows.length === 0) return <EmptyState compact title="没有符合条件的修改记录" />;
  return (
    <ol className={styles.changes} aria-label={label}>
      {shownRows.map(({ row, differences }) => (
        <li key={`${row.formCode}.${row.version}`}>
          <p className={styles.who}>
            <strong>{personOf(row)}</strong>
            {row.flowNodeName !== '' && <span>{row.flowNodeName}</span>}
            <DateTime value={row.at} />
          </p>
          <dl className={styles.differences} data-single={isOfOneField || undefined}>
            {differences.map((difference) => (
              <div key={difference.key}>
                <dt>{placeOf(difference, isOfOneField)}</dt>
                <dd>
                  <DifferenceText difference={difference} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}

function placeOf({ title, place }: ShownDifference, isOfOneField: boolean): string {
  return [isOfOneField ? '' : title, place].filter(Boolean).join(' ');
}

function DifferenceText({ difference }: { difference: ShownDifference }) {
  const { words, start, before, between, after, end, note } = difference;
  return (
    <>
      {words !== '' && <span className={styles.words}>{words} </span>}
      {start}
      {before !== undefined && <del>{before}</del>}
      {between !== undefined && <span className={styles.words}> {between} </span>}
      {after !== undefined && <ins>{after}</ins>}
      {end}
      {note !== undefined && <span className={styles.words}>（{note}）</span>}
    </>
  );
}
