import type { LocalDate } from '../calendar/local-date.ts';

/**
 * A document (文书) as data, independent of a typesetting engine: every writer of a PDF or a text document
 * reads only this, so that their contents are equal and an engine can be replaced.
 */
export interface OfficialDocument {
  /**
   * Layout: 公文 with a red head after GB/T 9704, 便函 with a plain head, or a form with a table over the page.
   */
  look: DocumentLayout;
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
  /**
   * Facts in one line under the title of a 办件单, such as its number and status (`headLine` of the template);
   * empty in other layouts.
   */
  factLine: readonly (readonly [label: string, value: string])[];
  /** 主送机关 or the addressee of a letter; empty for none. */
  addressee: string;
  body: readonly DocumentBlock[];
  attachments: readonly string[];
  /** 署名, one line each; empty for a document without a signature. */
  signature: readonly string[];
  /** True if the office's seal is placed over signature and date. */
  sealed: boolean;
  date: LocalDate | '';
  /** 附注, which is printed in brackets. */
  note: string;
  /** 抄送机关. */
  copies: string;
  /** 印发机关 and 印发日期. */
  printer: { unit: string; date: LocalDate } | null;
  /** Address and code by which people outside the office verify the document; null for none. */
  verification: { address: string; code: string } | null;
  /**
   * Footer of every page of a 办件单: the person who printed it (`maker`), the time, and a remark on facts that
   * it does not show; empty in other layouts.
   */
  foot: { maker: string; time: string; remark: string };
}

export const DocumentLayout = {
  official: 'official',
  letter: 'letter',
  sheet: 'sheet',
} as const;
export type DocumentLayout = (typeof DocumentLayout)[keyof typeof DocumentLayout];

/** A value on the page: a text, and the pictures of signatures that follow it, by the ids of their files. */
export type DocumentValue = string | { text: string; pictures: readonly string[] };

/** Returns the parts of a value. */
export function partsOfValue(value: DocumentValue): Exclude<DocumentValue, string> {
  return typeof value === 'string' ? { text: value, pictures: [] } : value;
}

export type DocumentBlock =
  | { kind: 'text'; text: string; pictures?: readonly string[] }
  /** Heading with its number 一、 · （一） · 1. · （1） in the text, as handlers write it (GB/T 9704 §7.3.3). */
  | { kind: 'heading'; level: 1 | 2 | 3 | 4; text: string }
  /** Labels with their values; on a 办件单 short ones share a line. */
  | { kind: 'fields'; rows: readonly (readonly [label: string, value: DocumentValue])[] }
  | {
      kind: 'table';
      /** Subject of the table, printed at its left on a 办件单 only. */
      label: string;
      /** `share` is the width of a column in proportion to that of the others. */
      columns: readonly { title: string; share: number }[];
      rows: readonly (readonly DocumentValue[])[];
    }
  /** Opinion of a step, with the person who signs it; never separated from its signature by a page break. */
  | { kind: 'opinion'; label: string; text: string; unit: string; person: string; time: string };
