import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import type { SheetChange, SheetPreview } from '#contract/sheet-imports.ts';
import { sheetLimits } from '#domain/sheets/import-sheet.ts';
import styles from './sheet-import.module.css';

const tabs = [
  { key: 'wrong', label: '有误' },
  { key: 'added', label: '新增' },
  { key: 'changed', label: '修改' },
  { key: 'same', label: '不变' },
] as const;
type Tab = (typeof tabs)[number]['key'];

/** What a sheet would change, and what is wrong with it; what is wrong stands first. */
export function SheetChanges({ preview }: { preview: SheetPreview }) {
  const [tab, setTab] = useState<Tab>(() => tabs.find(({ key }) => preview[key] > 0)?.key ?? 'same');
  const { problems } = preview;
  const rows = preview.rows.filter(({ kind }) => kind === tab);
  const shown = tab === 'wrong' ? problems.length : rows.length;
  return (
    <section aria-label="导入预览">
      <p role="status" className={styles.verdict}>
        {verdictOf(preview)}
      </p>
      <Segmented
        aria-label="预览内容"
        value={tab}
        options={tabs.map(({ key, label }) => ({ value: key, label: `${label} ${preview[key]}` }))}
        onChange={setTab}
      />
      <Scroller label={tabs.find(({ key }) => key === tab)?.label ?? ''}>
        {shown === 0 && <p className={styles.none}>没有{tab === 'wrong' ? '问题' : '这样的行'}</p>}
        {shown > 0 && (tab === 'wrong' ? <Problems problems={problems} /> : <Rows rows={rows} />)}
      </Scroller>
      {preview[tab] > shown && (
        <p className={styles.limits}>
          只列出前 {sheetLimits.shownRows} 条，共 {preview[tab]} 条
        </p>
      )}
    </section>
  );
}

function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={styles.scroller} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

function verdictOf({ wrong, added, changed }: SheetPreview): string {
  if (wrong > 0) return `有 ${wrong} 处问题，全部改正后才能导入；现在没有导入任何内容。`;
  return added + changed > 0
    ? '没有问题。确认后一次全部导入；表中没有的保持原样。'
    : '表中的内容与现有数据一致，不需要导入。';
}

function Problems({ problems }: Pick<SheetPreview, 'problems'>) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">行</th>
          <th scope="col">列</th>
          <th scope="col">问题</th>
        </tr>
      </thead>
      <tbody>
        {problems.map(({ row, column, message }) => (
          <tr key={`${row} ${column} ${message}`}>
            <td>{row === 0 ? '整个文件' : `第 ${row} 行`}</td>
            <td className={styles.column}>{column || '—'}</td>
            <td className={styles.problem}>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Rows({ rows }: { rows: readonly SheetChange[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">行</th>
          <th scope="col">关键列</th>
          <th scope="col">内容</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.row}>
            <td>第 {row.row} 行</td>
            <th scope="row">{row.key}</th>
            <td>
              <Fields row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Fields({ row: { kind, fields } }: { row: SheetChange }) {
  if (kind === 'same') return <>与现有数据一致</>;
  return (
    <ul className={styles.fields}>
      {fields.map(({ title, was, now }) => (
        <li key={title}>
          <span className={styles.title}>{title}</span>
          {kind === 'changed' && (
            <>
              <del>{was || '（空）'}</del>
              <span aria-hidden>→</span>
            </>
          )}
          {kind === 'changed' ? <ins>{now || '（空）'}</ins> : now}
        </li>
      ))}
    </ul>
  );
}
