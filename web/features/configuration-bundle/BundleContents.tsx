import { Checkbox } from 'antd';
import type { BundlePartPreview } from '#contract/configuration-bundle.ts';
import { ScrollRegion } from '#web/toolkit/table/ScrollRegion.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import { BundleProblems } from './BundleProblems.tsx';
import styles from './configuration-bundle.module.css';
import type { PreviewedBundle } from './use-bundle.ts';

interface Props {
  bundle: PreviewedBundle;
  isReading: boolean;
  /** Makes the preview again with these parts. */
  onPartsChange: (parts: PreviewedBundle['parts']) => void;
}

/** Shows the content and the changes of the bundle, part by part; problems come first. */
export function BundleContents({ bundle, isReading, onPartsChange }: Props) {
  const { preview, parts } = bundle;
  return (
    <section aria-label="预览">
      <BundleProblems preview={preview} />
      <WideTable
        label="内容"
        columns={[
          '导入',
          { title: '包中', kind: 'number' },
          { title: '新增', kind: 'number' },
          { title: '修改', kind: 'number' },
          { title: '不变', kind: 'number' },
          '说明',
        ]}
        isBusy={isReading}
      >
        {preview.parts.map((row) => (
          <Part
            key={row.part}
            row={row}
            isChosen={parts.includes(row.part)}
            onChoose={(isChosen) => {
              const otherParts = parts.filter((part) => part !== row.part);
              onPartsChange(isChosen ? [...otherParts, row.part] : otherParts);
            }}
            isLast={parts.length === 1}
          />
        ))}
      </WideTable>
    </section>
  );
}

function Part(props: {
  row: BundlePartPreview;
  isChosen: boolean;
  isLast: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const { row, isChosen, isLast, onChoose } = props;
  const countText = (count: number) => (row.compared ? count : '—');
  return (
    <tr>
      <th scope="row">
        <Checkbox
          aria-label={`导入${row.title}`}
          checked={isChosen}
          disabled={!row.allowed || (isChosen && isLast)}
          onChange={({ target }) => onChoose(target.checked)}
        >
          {row.title}
        </Checkbox>
      </th>
      <td className={cells.number}>{row.rows}</td>
      <td className={cells.number}>{countText(row.added)}</td>
      <td className={cells.number}>{countText(row.changed)}</td>
      <td className={cells.number}>{countText(row.same)}</td>
      <td className={styles.notes}>
        {!row.allowed && <p>{row.by === '' ? '还没有人有此权限' : `由${row.by}导入同一个文件`}</p>}
        {row.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <Changes row={row} />
      </td>
    </tr>
  );
}

/** Shows the names of new and changed entries. */
function Changes({ row }: { row: BundlePartPreview }) {
  const visibleChanges = row.changes.filter(({ kind }) => kind !== 'same');
  if (visibleChanges.length === 0) return null;
  const hiddenCount = row.added + row.changed - visibleChanges.length;
  return (
    <details>
      <summary>查看变化</summary>
      <ScrollRegion className={styles.listed} label={`${row.title}的变化`}>
        <ul>
          {visibleChanges.map(({ kind, key, name, fields }) => (
            <li key={`${kind} ${key}`}>
              <strong>{kind === 'added' ? '新增' : '修改'}</strong> {name}
              {name !== key && <span className={styles.key}> {key}</span>}
              {kind === 'changed' && fields.length > 0 && (
                <ul>
                  {fields.map(({ title, was, now }) => (
                    <li key={title}>
                      {title}：<del>{was || '（空）'}</del> → <ins>{now || '（空）'}</ins>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </ScrollRegion>
      {hiddenCount > 0 && <p>另有 {hiddenCount} 项没有列出</p>}
    </details>
  );
}
