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
  /** Facts in one line under the title of a 办件单, such as its number and state; empty in other layouts. */
  headLine: readonly (readonly [label: string, value: string])[];
  /** 主送机关 or whom a letter addresses; empty for none. */
  addressee: string;
  body: readonly DocumentBlock[];
  attachments: readonly string[];
  /** 署名, one line each; empty for a document that no person signs. */
  signature: readonly string[];
  /** True where the office's seal belongs over signature and date. */
  sealed: boolean;
  date: LocalDate | '';
  /** 附注, which is printed in brackets. */
  note: string;
  /** 抄送机关. */
  copies: string;
  /** 印发机关 and 印发日期. */
  printer: { unit: string; date: LocalDate } | null;
  /** The place where a person outside the office verifies number and digest; null for none. */
  verification: { address: string; code: string } | null;
  /**
   * Foot of every page of a 办件单: its maker, the time, and a remark on facts that it does not show; empty in
   * other layouts.
   */
  foot: { maker: string; time: string; remark: string };
}

export const DocumentLook = {
  official: 'official',
  letter: 'letter',
  sheet: 'sheet',
} as const;
export type DocumentLook = (typeof DocumentLook)[keyof typeof DocumentLook];

export type DocumentBlock =
  | { kind: 'text'; text: string }
  /** 一、 · （一） · 1. · （1）: the numbers are part of the text, as handlers write them (GB/T 9704 §7.3.3). */
  | { kind: 'heading'; level: 1 | 2 | 3 | 4; text: string }
  /** Label and value side by side; on a 办件单 short ones share a line. */
  | { kind: 'fields'; rows: readonly (readonly [label: string, value: string])[] }
  | {
      kind: 'table';
      /** Subject of the table, beside it; only a 办件单 shows it. */
      label: string;
      columns: readonly { title: string; share: number }[];
      rows: readonly (readonly string[])[];
    }
  /** Opinion of a step, with the person who signs for it; never parted from its signature. */
  | { kind: 'opinion'; label: string; text: string; unit: string; person: string; time: string };
