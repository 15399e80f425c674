import { Radio } from 'antd';
import { useId } from 'react';
import type { PetitionHistoryRow } from '#contract/petition-history.ts';
import styles from './petition-history.module.css';

/** Shows the petitions found, one of which can be chosen; on a phone each is a separate block. */
export function HistoryTable(props: {
  rows: readonly PetitionHistoryRow[];
  /** The item's term for the applicant. */
  applicantTerm: string;
  selected: PetitionHistoryRow | undefined;
  /** True if an order that cannot be opened can still be chosen, because its number is shown. */
  canSelectUnreadable: boolean;
  onSelect: (row: PetitionHistoryRow) => void;
}) {
  const { rows, applicantTerm, selected, canSelectUnreadable, onSelect } = props;
  const group = useId();
  return (
    <table className={styles.table} aria-label="历史信访">
      <thead>
        <tr>
          <th scope="col" className={styles.pick}>
            <span className="visually-hidden">选择</span>
          </th>
          <th scope="col" className={styles.index}>
            序号
          </th>
          <th scope="col">流水号</th>
          <th scope="col">信访日期</th>
          <th scope="col">信访形式</th>
          <th scope="col">{applicantTerm}</th>
          <th scope="col" className={styles.matter}>
            反映事项
          </th>
          <th scope="col">收件方式</th>
          <th scope="col">办理状态</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const isReadable = row.urlLink !== '';
          const isSelectable = isReadable || canSelectUnreadable;
          const isSelected = selected?.workOrdCd === row.workOrdCd;
          return (
            // A click anywhere in the row selects its radio button, which the keyboard uses.
            <tr
              key={row.workOrdCd}
              className={isSelected ? styles.chosen : undefined}
              onClick={() => isSelectable && onSelect(row)}
            >
              <td className={styles.pick}>
                <Radio
                  name={group}
                  checked={isSelected}
                  disabled={!isSelectable}
                  aria-label={`选择 ${row.workOrdCd}`}
                  onChange={() => onSelect(row)}
                />
              </td>
              <td className={styles.index}>{row.index}</td>
              <td data-label="流水号">
                {isReadable ? (
                  <a
                    href={row.urlLink}
                    target="_blank"
                    rel="noreferrer"
                    onClick={(event) => event.stopPropagation()}
                  >
                    {row.workOrdCd}
                    <span className="visually-hidden">（在新窗口打开）</span>
                  </a>
                ) : (
                  row.workOrdCd
                )}
              </td>
              <td data-label="信访日期">{row.petLetDtStr}</td>
              {isReadable ? (
                <>
                  <td data-label="信访形式">{row.petLetFm || '—'}</td>
                  <td data-label={applicantTerm}>{row.name}</td>
                  <td data-label="反映事项" className={styles.matter}>
                    {row.refctItm}
                  </td>
                  <td data-label="收件方式">{row.txMode}</td>
                </>
              ) : (
                <td colSpan={4} className={styles.closed}>
                  无查阅权限，不显示内容
                </td>
              )}
              <td data-label="办理状态">{row.statusLabel}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
