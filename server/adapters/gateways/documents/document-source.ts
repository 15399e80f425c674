/**
 * Sources of the documents that a button of an item makes (S1 §4, flow of an action; docs/decisions/0096,
 * 0155).
 */

import type { OfficialDocument } from '#domain/documents/document-model.ts';
import type { DocumentTemplate } from '#domain/documents/document-template.ts';
import type { ItemDocument, SealPlace } from '#domain/documents/item-document.ts';
import type { MissingGlyph } from '#domain/documents/missing-glyphs.ts';
import type { Facts } from '#domain/documents/placeholders.ts';
import type { Condition } from '#domain/forms/model.ts';

/** A document that an item configures for a button. */
export interface ConfiguredDocument {
  /** Code, unique within the button. */
  code: string;
  /** Display name, such as 受理通知书. */
  name: string;
  /** Condition on the order's facts for making it. */
  when?: Condition | undefined;
  /** Set if its template was switched off: the button refers to it, but it cannot be made. */
  isDisabled?: boolean;
  /** The version of the template that makes it; undefined if it comes from another source. */
  template?: PublishedTemplate;
}

/** A configured document with the buttons and conditions for making it. */
export type DocumentOfItem = ConfiguredDocument & Pick<ItemDocument, 'places' | 'byHand'>;

/** A version of a template, which never changes. */
export interface PublishedTemplate extends DocumentTemplate {
  id: string;
}

/** A document that was made, with its bytes. */
export interface GeneratedDocument {
  /** File name with extension. */
  fileName: string;
  contentType: string;
  bytes: Uint8Array;
  /** The same as a text document, if there is one. */
  docx?: Uint8Array;
  /** Characters of it that no font has; undefined if it comes from another source. */
  missingLetters?: readonly MissingGlyph[];
  /** The place of its seal when it is confirmed. */
  seal?: SealPlace | null;
}

/** Facts, number and other data for making a document. */
export interface DocumentInput {
  /** Facts by the names of `domain/documents/order-facts.ts`. */
  facts: Facts;
  /** 文号; empty for a document without one. */
  number: string;
  verification: OfficialDocument['verification'];
  at: Date;
  /** Staff id of the person for whom it is made. */
  requester: string;
}

export interface DocumentSource {
  /** Returns the documents of a node's buttons by button id; buttons without documents are left out. */
  documentsByButton(step: {
    taskCode: string;
    nodeId: string;
  }): Promise<Readonly<Record<string, readonly ConfiguredDocument[]>>>;
  /** Returns all documents of an item, with the buttons and conditions for making them. */
  documentsOfItem(taskCode: string): Promise<readonly DocumentOfItem[]>;
  /**
   * Starts the processes that make documents and returns at once; called when a person opens a step that
   * makes some.
   */
  makeReady(): void;
  make(document: ConfiguredDocument, input: DocumentInput): Promise<GeneratedDocument>;
  /**
   * Seals and signs a document permanently; undefined if it is unchanged. Calls outside services, and throws
   * if they fail.
   */
  sealAndSign(pdf: Uint8Array, seal: SealPlace | null, requester: string): Promise<Uint8Array | undefined>;
}

/** The source for an office whose items configure no documents. */
export const noDocuments: DocumentSource = {
  documentsByButton: async () => ({}),
  documentsOfItem: async () => [],
  makeReady: () => undefined,
  make: async ({ code }) => {
    throw new Error(`No document ${code} is configured`);
  },
  sealAndSign: async () => undefined,
};
