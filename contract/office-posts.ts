import { sheetImportCalls } from './sheet-imports.ts';

export const postSheet = sheetImportCalls('posts', '岗位');
