import type { SheetImportCalls } from '#contract/sheet-imports.ts';
import { SheetImport } from '../sheet-import/SheetImport.tsx';
import styles from './definitions.module.css';

/** Shows the import and export of a list's spreadsheets, each by its name. */
export function DefinitionSheets(props: { sheets: readonly { title: string; calls: SheetImportCalls }[] }) {
  return (
    <div className={styles.sheets}>
      {props.sheets.map(({ title, calls }) => (
        <span key={title}>
          {title}
          <SheetImport calls={calls} title={title} />
        </span>
      ))}
    </div>
  );
}
