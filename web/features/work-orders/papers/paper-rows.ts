import type { PublicDocument } from '#contract/documents.ts';

/** A document that the item makes. */
export interface ConfiguredPaper {
  code: string;
  name: string;
  byHand: boolean;
  madeAt: string;
}

/** A row of the configuration table: what the item makes, and what of it is there. */
export interface PaperRow {
  key: string;
  name: string;
  /** What 生成 makes; undefined where a button does, or the item makes it no more. */
  code: string | undefined;
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
): PaperRow[] {
  const codes = new Set(configured.map(({ code }) => code));
  const rowOf = (document: PublicDocument, paper?: ConfiguredPaper): PaperRow => ({
    key: document.id,
    name: document.name,
    code: paper?.byHand ? paper.code : undefined,
    madeAt: paper?.madeAt ?? '',
    document,
  });
  return [
    ...configured.flatMap((paper) => {
      const own = documents.filter(({ code }) => code === paper.code).toReversed();
      if (own.length > 0) return own.map((document) => rowOf(document, paper));
      const code = paper.byHand ? paper.code : undefined;
      return [{ key: paper.code, name: paper.name, code, madeAt: paper.madeAt, document: undefined }];
    }),
    ...documents.filter(({ code }) => !codes.has(code)).map((document) => rowOf(document)),
  ];
}
