import { Segmented } from 'antd';
import { useState } from 'react';
import type { SheetChange, SheetPreview } from '#contract/sheet-imports.ts';
import { sheetLimits } from '#domain/sheets/import-sheet.ts';
import { useShowCodes } from '#web/toolkit/codes/use-show-codes.ts';
import boxes from '#web/toolkit/styles/warning-box.module.css';
import { WideTable } from '../table/WideTable.tsx';
import styles from './sheet-import.module.css';

const tabs = [
  { key: 'wrong', label: '有误' },
  { key: 'added', label: '新增' },
  { key: 'changed', label: '修改' },
  { key: 'same', label: '不变' },
] as const;
type Tab = (typeof tabs)[number]['key'];

/** Shows the changes that a sheet would make, and its problems; the problems come first. */
export function SheetChanges({ preview }: { preview: SheetPreview }) {
  const [tab, setTab] = useState<Tab>(() => tabs.find(({ key }) => preview[key] > 0)?.key ?? 'same');
  const { problems } = preview;
  const rows = preview.rows.filter(({ kind }) => kind === tab);
  const shownCount = tab === 'wrong' ? problems.length : rows.length;
  return (
    <section aria-label="导入预览">
      <p role="status" className={styles.result}>
        {resultText(preview)}
      </p>
      {preview.warnings.map((warning) => (
        <p key={warning} role="alert" className={boxes.warning}>
          {warning}
        </p>
      ))}
      <Segmented
        aria-label="预览内容"
        value={tab}
        options={tabs.map(({ key, label }) => ({ value: key, label: `${label} ${preview[key]}` }))}
        onChange={setTab}
      />
      {shownCount === 0 && <p className={styles.empty}>没有{tab === 'wrong' ? '问题' : '这样的行'}</p>}
      {shownCount > 0 && tab === 'wrong' && <Problems problems={problems} />}
      {shownCount > 0 && tab !== 'wrong' && <Rows label={labelOf(tab)} rows={rows} />}
      {preview[tab] > shownCount && (
        <p className={styles.limits}>
          只列出前 {sheetLimits.maxListedRows} 条，共 {preview[tab]} 条
        </p>
      )}
    </section>
  );
}

const labelOf = (tab: Tab) => tabs.find(({ key }) => key === tab)?.label ?? '';

function resultText({ wrong, added, changed }: SheetPreview): string {
  if (wrong > 0) return `有 ${wrong} 处问题，全部改正后才能导入；现在没有导入任何内容。`;
  return added + changed > 0
    ? '没有问题。确认后一次全部导入；表中没有的保持原样。'
    : '表中的内容与现有数据一致，不需要导入。';
}

function Problems({ problems }: Pick<SheetPreview, 'problems'>) {
  return (
    <WideTable label={labelOf('wrong')} columns={['行', '列', '问题']} limitsHeight className={styles.table}>
      {problems.map(({ row, column, message }) => (
        <tr key={`${row} ${column} ${message}`}>
          <th scope="row">{row === 0 ? '整个文件' : `第 ${row} 行`}</th>
          <td className={styles.column}>{column || '—'}</td>
          <td className={styles.problem}>{message}</td>
        </tr>
      ))}
    </WideTable>
  );
}

function Rows({ label, rows }: { label: string; rows: readonly SheetChange[] }) {
  const [showsCodes] = useShowCodes();
  const isNamed = !showsCodes && rows.every(({ name }) => name !== undefined);
  return (
    <WideTable
      label={label}
      columns={['行', isNamed ? '名称' : '关键列', '内容']}
      limitsHeight
      className={styles.table}
    >
      {rows.map((row) => (
        <tr key={row.row}>
          <th scope="row">第 {row.row} 行</th>
          <td>{isNamed ? row.name : row.key}</td>
          <td>
            <Fields row={row} showsCodes={showsCodes} />
          </td>
        </tr>
      ))}
    </WideTable>
  );
}

function Fields({ row: { kind, fields }, showsCodes }: { row: SheetChange; showsCodes: boolean }) {
  if (kind === 'same') return <>与现有数据一致</>;
  const visibleFields = showsCodes
    ? fields
    : fields.filter(({ isKey }) => !isKey).map((field) => field.names ?? field);
  return (
    <ul className={styles.fields}>
      {visibleFields.map(({ title, was, now }) => (
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
