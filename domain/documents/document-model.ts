import type { LocalDate } from '../calendar/local-date.ts';

/**
 * 文书 as data, before any engine has drawn it: whatever makes a PDF or a text document reads this and nothing else, so that
 * both say the same, and an engine can be changed.
 */
export interface OfficialDocument {
  /** 公文 with a red head after GB/T 9704, 便函 with a plain head, or a form with a table over the page. */
  look: DocumentLook;
  /** 发文机关标志, 份号, 密级和保密期限, 紧急程度, 签发人, 发文字号. */
  head: {
    issuer: string;
    copyNumber: string;
    secrecy: string;
    urgency: string;
    signatory: string;
    number: string;
  };
  title: string;
  /** 主送机关 or whom a letter addresses; empty for none. */
  addressee: string;
  body: readonly DocumentBlock[];
  attachments: readonly string[];
  /** 署名, one line each; empty for a document that nobody signs. */
  signature: readonly string[];
  date: LocalDate | '';
  /** 附注, which stands in brackets. */
  note: string;
  /** 抄送机关. */
  copies: string;
  /** 印发机关 and 印发日期. */
  printer: { unit: string; date: LocalDate } | null;
  /** Where a stranger proves number and digest; null for none. */
  verification: { address: string; code: string } | null;
}

export const DocumentLook = {
  official: 'official',
  letter: 'letter',
  sheet: 'sheet',
} as const;
export type DocumentLook = (typeof DocumentLook)[keyof typeof DocumentLook];

export type DocumentBlock =
  | { kind: 'text'; text: string }
  /** 一、 · （一） · 1. · （1）: the numbers stand in the text, as clerks write them (GB/T 9704 §7.3.3). */
  | { kind: 'heading'; level: 1 | 2 | 3 | 4; text: string }
  /** Label and value side by side, as on a 办件单. */
  | { kind: 'fields'; rows: readonly (readonly [label: string, value: string])[] }
  | {
      kind: 'table';
      columns: readonly { title: string; share: number }[];
      rows: readonly (readonly string[])[];
    };
