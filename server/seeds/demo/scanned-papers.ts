import { type LocalDate, localDateOf } from '#domain/calendar/local-date.ts';
import { dateInFigures } from '#domain/documents/chinese-numbers.ts';
import type { DemoScan } from '#server/adapters/typesetting/demo-scan.ts';
import type { FormEntry } from './office-actions.ts';

/**
 * Returns what the scan of a paper shows: of a letter its own text, of another paper its name, the person and
 * that it stands for an original.
 */
export function scannedPaper(
  fileName: string,
  { content }: Pick<FormEntry, 'content'>,
  { sender, at }: { sender: string; at: Date },
): DemoScan {
  const receivedOn = localDateOf(at);
  const textOf = (field: string) => String(content[field] ?? '');
  const dates = (day: LocalDate) => ({
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
      ...dates(letterDate),
    };
  }
  return {
    title: fileName.replace(/\.pdf$/, ''),
    salutation: '',
    paragraphs: ['本页代替原件的扫描件，供演示使用。'],
    sender,
    ...dates(receivedOn),
  };
}
