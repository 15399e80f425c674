import { CloseCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { PastePlan } from '#domain/forms/pasting/paste-plan.ts';
import styles from './paste-rows.module.css';

/** DOM ids of the cells of a preview and of their problems. */
export const pasteIds = {
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
  const moreDoubles = doubles.length - maxListed;
  const blankRows = plan.rows.filter(({ state }) => state === 'blank').length;
  const notes = [
    ...doubles.slice(0, maxListed).map(({ number, sameAs }) => `第 ${number} 行与${sameAs}相同，不粘贴`),
    ...(moreDoubles > 0 ? [`另有 ${moreDoubles} 行重复，不粘贴`] : []),
    ...plan.notes,
    ...(mergedCells > 0 ? [`有 ${mergedCells} 个合并的单元格：内容只在第一格，其余为空，请核对`] : []),
    ...(blankRows > 0 ? [`${blankRows} 行为空或已删去，不粘贴`] : []),
  ];
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
          <Finding key={`${row}-${index}`} kind="wrong">
            <Button type="link" size="small" onClick={() => focus(pasteIds.cell(prefix, row, index))}>
              第 {row} 行 {title}
            </Button>
            <span id={pasteIds.problem(prefix, row, index)}>{problem}</span>
          </Finding>
        ))}
        {problems.length > maxListed && (
          <Finding kind="wrong">另有 {problems.length - maxListed} 格有错</Finding>
        )}
        {notes.map((note) => (
          <Finding key={note} kind="note">
            {note}
          </Finding>
        ))}
      </ul>
    </>
  );
}

function Finding({ kind, children }: { kind: 'wrong' | 'note'; children: ReactNode }) {
  return (
    <li data-kind={kind}>
      {kind === 'wrong' ? <CloseCircleOutlined /> : <WarningOutlined />}
      <span>{children}</span>
    </li>
  );
}
