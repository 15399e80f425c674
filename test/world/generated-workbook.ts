import { zipOf } from './office-files.ts';

/** Returns the XML of a worksheet with these rows. */
export const sheetOf = (rows: string, more = '') =>
  `<worksheet xmlns="${main}">${more}<sheetData>${rows}</sheetData></worksheet>`;
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/**
 * Returns a workbook with one worksheet, written directly as XML, so that it may contain what no program
 * writes.
 */
export function workbookOf(
  content: string,
  parts: { name: string; content: string }[] = [],
  name = 's',
): Buffer {
  const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`;
  const rels = (rows: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows}</Relationships>`;
  const givenNames = new Set(parts.map((part) => part.name));
  const defaultParts = [
    { name: '[Content_Types].xml', content: types },
    {
      name: '_rels/.rels',
      content: rels(`<Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`),
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${name}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: rels(
        `<Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>`,
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', content },
  ];
  return zipOf([...defaultParts.filter((part) => !givenNames.has(part.name)), ...parts]);
}
