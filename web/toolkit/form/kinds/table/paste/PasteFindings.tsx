import { Button } from 'antd';
import type { PastePlan } from '#domain/forms/pasting/paste-plan.ts';
import styles from './paste-rows.module.css';

/** DOM ids of the cells of a preview and of their problems. */
export const paste = {
  cell: (prefix: string, row: number, index: number) => `${prefix}-${row}-${index}`,
  problem: (prefix: string, row: number, index: number) => `${prefix}-${row}-${index}-problem`,
};

/** Number of problems that are listed. */
const maxListed = 50;

/** Lists everything that a paste leaves out or refuses; the place of a problem is a link to its cell. */
export function PasteFindings(props: { plan: PastePlan; prefix: string; mergedCells: number }) {
  const { plan, prefix, mergedCells } = props;
  const problems = plan.rows.flatMap((row) =>
    row.cells.flatMap(({ column, index, problem }) =>
      problem === undefined ? [] : [{ row: row.number, index, title: column.title, problem }],
    ),
  );
  const doubles = plan.rows.flatMap(({ number, sameAs }) =>
    sameAs === undefined ? [] : [{ number, sameAs }],
  );
  const blankRows = plan.rows.filter(({ state }) => state === 'blank').length;
  const focus = (id: string) => document.getElementById(id)?.focus();
  return (
    <>
      {plan.problem !== undefined && (
        <p id={`${prefix}-problem`} role="alert" tabIndex={-1} className={styles.problem}>
          {plan.problem}
        </p>
      )}
      <ul className={styles.findings}>
        {problems.slice(0, maxListed).map(({ row, index, title, problem }) => (
          <li key={`${row}-${index}`} data-kind="wrong">
            <Button type="link" size="small" onClick={() => focus(paste.cell(prefix, row, index))}>
              第 {row} 行 {title}
            </Button>
            <span id={paste.problem(prefix, row, index)}>{problem}</span>
          </li>
        ))}
        {problems.length > maxListed && <li data-kind="wrong">另有 {problems.length - maxListed} 格有错</li>}
        {doubles.slice(0, maxListed).map(({ number, sameAs }) => (
          <li key={number} data-kind="note">
            第 {number} 行与{sameAs}相同，不粘贴
          </li>
        ))}
        {doubles.length > maxListed && <li data-kind="note">另有 {doubles.length - maxListed} 行重复</li>}
        {plan.notes.map((note) => (
          <li key={note} data-kind="note">
            {note}
          </li>
        ))}
        {mergedCells > 0 && (
          <li data-kind="note">有 {mergedCells} 个合并的单元格：内容只在第一格，其余为空，请核对</li>
        )}
        {blankRows > 0 && <li data-kind="note">{blankRows} 行为空或已删去，不粘贴</li>}
      </ul>
    </>
  );
}
