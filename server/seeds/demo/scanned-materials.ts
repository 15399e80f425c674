import { type LocalDate, localDateOf } from '#domain/calendar/local-date.ts';
import { dateInFigures } from '#domain/documents/chinese-numbers.ts';
import type { DemoScan } from '#server/adapters/typesetting/demo-scan.ts';
import type { FormEntry } from './office-actions.ts';

/**
 * Returns the content of a scanned material. A letter shows its text; any other material shows its name, the person
 * and a note that it represents an original.
 */
export function scannedMaterial(
  fileName: string,
  { content }: Pick<FormEntry, 'content'>,
  { sender, at }: { sender: string; at: Date },
): DemoScan {
  const receivedOn = localDateOf(at);
  const textOf = (field: string) => String(content[field] ?? '');
  const datesOf = (day: LocalDate) => ({
    writtenOn: dateInFigures(day),
    receivedOn: dateInFigures(receivedOn),
  });
  const letterDate = textOf('letterDate');
  if (textOf('summary') !== '' && letterDate !== '') {
    return {
      title: textOf('letterTitle'),
      salutation: '县信访局领导：',
      paragraphs: ['您好！', textOf('summary'), `我们的请求是：${textOf('demand')}`, '恳请核实处理，盼复。'],
      sender: `来信人：${sender}`,
      ...datesOf(letterDate),
    };
  }
  return {
    title: fileName.replace(/\.pdf$/, ''),
    salutation: '',
    paragraphs: ['本页代替原件的扫描件，供演示使用。'],
    sender,
    ...datesOf(receivedOn),
  };
}
