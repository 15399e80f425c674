import type { SheetImportCalls } from '#contract/sheet-imports.ts';
import { ShowCodesSwitch } from '../codes/ShowCodesSwitch.tsx';
import { useShowCodes } from '../codes/use-show-codes.ts';
import { SheetImport } from '../sheet-import/SheetImport.tsx';
import { SheetMenu } from '../sheet-import/SheetMenu.tsx';
import { phoneWidth, useWindowStep } from '../styles/use-window-size.ts';
import { DefinitionSheets } from './DefinitionSheets.tsx';

/** Below this width the buttons of two spreadsheets do not fit next to the search field. */
const twoSheetsWidth = 1200;

const steps = [phoneWidth, twoSheetsWidth];

/**
 * Shows the tools of a list of definitions: 显示编码, and 导入 and 导出 of its spreadsheets; behind 更多 where
 * they do not fit into one line.
 */
export function DefinitionTools(props: {
  label: string;
  sheets: readonly { title: string; calls: SheetImportCalls }[];
  hasCodes: boolean;
}) {
  const { label, sheets, hasCodes } = props;
  const [isShown, show] = useShowCodes();
  const step = useWindowStep(steps);
  if (step === phoneWidth) {
    const codes = {
      key: 'codes',
      label: isShown ? '隐藏编码' : '显示编码',
      onChoose: () => show(!isShown),
    };
    return <SheetMenu label={`更多${label}操作`} sheets={sheets} choices={hasCodes ? [codes] : []} />;
  }
  const [first] = sheets;
  const isOne = first !== undefined && sheets.length === 1;
  return (
    <>
      {hasCodes && <ShowCodesSwitch />}
      {isOne && <SheetImport calls={first.calls} title={first.title} />}
      {!isOne && step === twoSheetsWidth && <SheetMenu label={`更多${label}操作`} sheets={sheets} />}
      {!isOne && step > twoSheetsWidth && <DefinitionSheets sheets={sheets} />}
    </>
  );
}
