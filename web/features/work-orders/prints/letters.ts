import { EnvelopeSize } from '#domain/mailing/envelopes.ts';
import { LabelSheet, labelSheets, labelsPerSheet } from '#domain/mailing/label-sheets.ts';
import { isPostcode } from '#domain/mailing/mailing.ts';
import { readStored, writeStored } from '#web/api/read-stored.ts';

/** Print settings of this computer: the sheets of its printer, and its offset. */
export interface LetterSettings {
  kind: 'labels' | 'envelopes';
  sheet: LabelSheet;
  size: EnvelopeSize;
  /** True if boxes for the digits of the postcode are printed. */
  boxes: boolean;
  /** Offset of the print in millimetres, to the right and downwards. */
  right: number;
  down: number;
  /** The sender's postcode, which no record contains. */
  postcode: string;
}

const keyOfSettings = 'serviceportal.prints.letters';

const defaultSettings: LetterSettings = {
  kind: 'envelopes',
  sheet: LabelSheet.of21,
  size: EnvelopeSize.DL,
  boxes: true,
  right: 0,
  down: 0,
  postcode: '',
};

/** Returns the settings last chosen in this browser; values that are no longer valid get their defaults. */
export function readSettings(): LetterSettings {
  try {
    const stored = JSON.parse(readStored(keyOfSettings) ?? '{}') as Partial<LetterSettings>;
    return {
      kind: stored.kind === 'labels' ? 'labels' : 'envelopes',
      sheet: stored.sheet !== undefined && stored.sheet in labelSheets ? stored.sheet : defaultSettings.sheet,
      size: stored.size !== undefined && stored.size in EnvelopeSize ? stored.size : defaultSettings.size,
      boxes: stored.boxes !== false,
      right: typeof stored.right === 'number' ? stored.right : 0,
      down: typeof stored.down === 'number' ? stored.down : 0,
      postcode: typeof stored.postcode === 'string' && isPostcode(stored.postcode) ? stored.postcode : '',
    };
  } catch {
    return defaultSettings;
  }
}

export function storeSettings(settings: LetterSettings): void {
  writeStored(keyOfSettings, JSON.stringify(settings));
}

/** A letter as edited in the dialog. */
export interface Letter {
  workorderId: string;
  code: string;
  name: string;
  postcode: string;
  address: string;
}

/** The office as sender on an envelope. */
export interface SenderOnLetter {
  name: string;
  address: string;
  phone: string;
}

/** Returns the validation problems of a letter, by field. */
export function problemsOfLetter({ name, postcode, address }: Letter): Partial<Record<keyof Letter, string>> {
  return {
    ...(name.trim() === '' && { name: '请输入收件人' }),
    ...(!isPostcode(postcode) && { postcode: '请输入6位邮政编码' }),
    ...(address.trim() === '' && { address: '请输入地址' }),
  };
}

/** Returns the number of sheets for these labels, the first sheet beginning at its first free label. */
export function sheetsOf(sheet: LabelSheet, letters: number, firstLabel: number): number {
  return Math.ceil((firstLabel - 1 + letters) / labelsPerSheet(labelSheets[sheet]));
}
