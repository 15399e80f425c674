import type { PublicDocument } from '#contract/documents.ts';

/** A document that the item makes. */
export interface ConfiguredPaper {
  code: string;
  name: string;
  byHand: boolean;
  madeAt: string;
}

/**
 * A document that a handler may make manually at the task; `whyNot` is the reason where it cannot be made
 * now.
 */
export interface PaperByHand {
  code: string;
  whyNot: string;
}

/** A row of the configuration table: a document that the item makes, and the made one where there is one. */
export interface PaperRow {
  key: string;
  name: string;
  /**
   * The document that 生成 makes now; undefined where a button makes it, the moment is not right, or the item
   * makes it no more.
   */
  code: string | undefined;
  /** Why 生成 is not there; empty where it is, or where nothing is to be said. */
  whyNot: string;
  /** The node at which a button makes it. */
  madeAt: string;
  document: PublicDocument | undefined;
}

/**
 * Every configured document with the documents of it, the newest first, each a row; then those that the item makes no
 * more.
 */
export function paperRows(
  configured: readonly ConfiguredPaper[],
  documents: readonly PublicDocument[],
  byHand: readonly PaperByHand[],
): PaperRow[] {
  const codes = new Set(configured.map(({ code }) => code));
  const now = new Map(byHand.map(({ code, whyNot }) => [code, whyNot]));
  const codeNow = (paper: ConfiguredPaper) => (now.get(paper.code) === '' ? paper.code : undefined);
  const rowOf = (document: PublicDocument, paper?: ConfiguredPaper): PaperRow => ({
    key: document.id,
    name: document.name,
    code: paper && codeNow(paper),
    whyNot: '',
    madeAt: paper?.madeAt ?? '',
    document,
  });
  return [
    ...configured.flatMap((paper) => {
      const own = documents.filter(({ code }) => code === paper.code).toReversed();
      if (own.length > 0) return own.map((document) => rowOf(document, paper));
      const { name, madeAt } = paper;
      const whyNot = now.get(paper.code) ?? '';
      return [{ key: paper.code, name, code: codeNow(paper), whyNot, madeAt, document: undefined }];
    }),
    ...documents.filter(({ code }) => !codes.has(code)).map((document) => rowOf(document)),
  ];
}
