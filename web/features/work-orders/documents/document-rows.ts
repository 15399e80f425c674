import type { PublicDocument } from '#contract/documents.ts';

/** A document that the item makes. */
export interface ConfiguredDocument {
  code: string;
  name: string;
  byHand: boolean;
  madeAt: string;
  isConditional: boolean;
}

/** A document that a handler can make with 生成 at the task; `whyNot` is the reason against making it now. */
export interface ManualDocument {
  code: string;
  whyNot: string;
}

/** A row of the configuration table: a document that the item makes, with the existing document, if any. */
export interface DocumentRow {
  key: string;
  name: string;
  /**
   * Code of the document that 生成 makes now; undefined if a button makes it, it cannot be made now, or the
   * item no longer makes it.
   */
  code: string | undefined;
  /** Reason why 生成 is missing; empty if it is not missing or needs no reason. */
  whyNot: string;
  /** Text about a document that does not exist: when it is made, or that its step is over. */
  noteBeforeMaking: string;
  document: PublicDocument | undefined;
}

/**
 * Returns one row for each configured document and its existing documents, the newest first; then those that
 * the item no longer makes.
 */
export function documentRows(
  configured: readonly ConfiguredDocument[],
  documents: readonly PublicDocument[],
  manualDocuments: readonly ManualDocument[],
  stepsOver: readonly string[],
): DocumentRow[] {
  const codes = new Set(configured.map(({ code }) => code));
  const reasonByCode = new Map(manualDocuments.map(({ code, whyNot }) => [code, whyNot]));
  const codeToMake = (orderDocument: ConfiguredDocument) =>
    reasonByCode.get(orderDocument.code) === '' ? orderDocument.code : undefined;
  const rowOf = (document: PublicDocument, orderDocument?: ConfiguredDocument): DocumentRow => ({
    key: document.id,
    name: document.name,
    code: orderDocument && codeToMake(orderDocument),
    whyNot: '',
    noteBeforeMaking: '',
    document,
  });
  return [
    ...configured.flatMap((orderDocument) => {
      const ownDocuments = documents.filter(({ code }) => code === orderDocument.code).toReversed();
      if (ownDocuments.length > 0) return ownDocuments.map((document) => rowOf(document, orderDocument));
      const { name } = orderDocument;
      const whyNot = reasonByCode.get(orderDocument.code) ?? '';
      return [
        {
          key: orderDocument.code,
          name,
          code: codeToMake(orderDocument),
          whyNot,
          noteBeforeMaking: noteOf(orderDocument, stepsOver.includes(orderDocument.code)),
          document: undefined,
        },
      ];
    }),
    ...documents.filter(({ code }) => !codes.has(code)).map((document) => rowOf(document)),
  ];
}

/** Returns the same text for every reader of the order. */
function noteOf({ madeAt, isConditional }: ConfiguredDocument, isStepOver: boolean): string {
  if (madeAt === '') return '尚未生成';
  if (isStepOver) return `未生成，“${madeAt}”环节已结束`;
  return `尚未生成，在“${madeAt}”环节${isConditional ? '按条件' : ''}自动生成`;
}
