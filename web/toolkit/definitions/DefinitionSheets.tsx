import type { SheetImportCalls } from '#contract/sheet-imports.ts';
import { SheetImport } from '../sheet-import/SheetImport.tsx';
import styles from './definitions.module.css';

/** What of a list comes and goes as sheets, each by its name. */
export function DefinitionSheets(props: {
  sheets: readonly { title: string; calls: SheetImportCalls }[];
  renews: RegExp;
}) {
  return (
    <div className={styles.sheets}>
      {props.sheets.map(({ title, calls }) => (
        <span key={title}>
          {title}
          <SheetImport calls={calls} title={title} renews={props.renews} />
        </span>
      ))}
    </div>
  );
}
