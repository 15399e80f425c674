import { sheetLimits } from '#domain/sheets/import-sheet.ts';
import { bytesOfBase64 } from '../files/base64.ts';
import { saveFile } from '../page/save-file.ts';

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Saves a base64 workbook on the user's computer. */
export function saveWorkbook({ fileName, file }: { fileName: string; file: string }): void {
  saveFile(fileName, bytesOfBase64(file), xlsxType);
}

/** Returns the reason why a file is not even sent; the server checks its content. */
export function problemOfWorkbook({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!/\.xlsx$/i.test(name))
    return '请选择 .xlsx 工作簿；其他格式请在表格软件中另存为“Excel 工作簿（.xlsx）”';
  if (size === 0) return '文件是空的，请重新选择';
  return size > sheetLimits.bytes ? `文件不能超过 ${sheetLimits.bytes / 1_048_576} MB` : undefined;
}
