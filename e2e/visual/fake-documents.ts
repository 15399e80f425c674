import { documents } from '#contract/documents.ts';
import type { ScreenDriver } from './screen-driver.ts';

/**
 * Answers the calls that make the documents of an action with invented ones, because real numbers would differ in the
 * next screenshot.
 */
export async function fakeDocuments(
  { page }: ScreenDriver,
  names: readonly string[],
  notMade: readonly { name: string; reason: string }[] = [],
): Promise<void> {
  let number = 12;
  await page.route(
    (url) => url.pathname.startsWith(documents.preview.path.replace(':workorderId', '')),
    (route) => {
      const rows = names.map((name, index) => {
        number += 1;
        const id = `01a1f6d9-a0a0-7da4-${number}00-e483b392e2f${index}`;
        const url = { attachmentUrl: `/file/files/${id}`, attachmentDocxUrl: '' };
        const documentNumber = `淳信访收〔2026〕${number}号`;
        return {
          id,
          docId: id,
          name,
          docName: `${name}.pdf`,
          ...url,
          documentNumber,
          isActive: 0,
          missingLetters: [],
        };
      });
      return route.fulfill({ json: { errcode: 0, code: 200, data: { rows, notMade } } });
    },
  );
  await page.route(
    (url) => url.pathname === documents.activateAll.path,
    (route) => route.fulfill({ json: { errcode: 0, code: 200, data: { rows: [] } } }),
  );
}
