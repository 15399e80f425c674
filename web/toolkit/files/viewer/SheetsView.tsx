import { Tabs } from 'antd';
import { useCallback, useState } from 'react';
import type { FilePreview } from '#contract/file-previews.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FindInFile } from './FindInFile.tsx';
import data from './parsed-file-view.module.css';
import { SheetGrid } from './SheetGrid.tsx';
import { findCells } from './sheet-layout.ts';
import { useTextSearch } from './use-text-search.ts';
import styles from './viewer.module.css';

type Preview = Extract<FilePreview, { kind: 'sheet' }>;

/**
 * Shows a workbook: sheet by sheet, the first row frozen, with a search and a note on content that is not
 * shown.
 */
export function SheetsView({ preview, name }: { preview: Preview; name: string }) {
  const [index, setIndex] = useState(0);
  const sheet = preview.sheets[index];
  const find = useCallback((searchText: string) => (sheet ? findCells(sheet, searchText) : []), [sheet]);
  const { matches, current, findInFileProps, goToFirst } = useTextSearch(find);
  return (
    <div className={styles.view}>
      <div className={styles.tools} role="toolbar" aria-label="表格">
        <FindInFile {...findInFileProps} />
        <Notes preview={preview} index={index} />
      </div>
      {sheet === undefined || sheet.rows.length === 0 ? (
        <div className={styles.middle}>
          <EmptyState compact title="这张表没有内容" />
        </div>
      ) : (
        <SheetGrid
          key={index}
          sheet={sheet}
          name={sheet.name || name}
          matches={matches}
          currentMatch={matches[current]}
        />
      )}
      {preview.sheets.length > 1 && (
        <Tabs
          className={data.sheetNames ?? ''}
          size="small"
          activeKey={String(index)}
          items={preview.sheets.map(({ name: label }, position) => ({ key: String(position), label }))}
          onChange={(key) => {
            setIndex(Number(key));
            goToFirst();
          }}
        />
      )}
    </div>
  );
}

function Notes({ preview, index }: { preview: Preview; index: number }) {
  const sheet = preview.sheets[index];
  const notes = [
    ...(sheet?.isCut ? [`表格较大，只显示前 ${sheet.rows.length} 行，其余请下载后查看`] : []),
    ...(preview.sheetsLeftOut > 0 ? [`另有 ${preview.sheetsLeftOut} 张隐藏或未显示的工作表`] : []),
  ];
  return notes.length > 0 && <span className={data.note}>{notes.join('；')}</span>;
}
