/**
 * Sources of the documents that a button of an item makes (S1 §4, flow of an action; docs/decisions/0096,
 * 0155).
 */

import type { OfficialDocument } from '#domain/documents/document-model.ts';
import type { DocumentTemplate } from '#domain/documents/document-template.ts';
import type { ItemDocument, SealPlace } from '#domain/documents/item-document.ts';
import type { MissingLetter } from '#domain/documents/missing-letters.ts';
import type { Facts } from '#domain/documents/placeholders.ts';
import type { Condition } from '#domain/forms/model.ts';

/** A document that an item configures for a button. */
export interface ConfiguredDocument {
  /** Unique within the button. */
  code: string;
  /** Name for people, such as 受理通知书. */
  name: string;
  /** It is made only where this holds of the order's facts. */
  when?: Condition | undefined;
  /** Its template was switched off: the button names it and it cannot be made. */
  switchedOff?: boolean;
  /** The version that it is made by; absent where it comes from elsewhere. */
  template?: PublishedTemplate;
}

/** One with everything by which it comes about. */
export type DocumentOfItem = ConfiguredDocument & Pick<ItemDocument, 'places' | 'byHand'>;

/** A version of a template, which never changes. */
export interface PublishedTemplate extends DocumentTemplate {
  id: string;
}

/** One that was made, with its bytes. */
export interface MadeDocument {
  /** With its extension. */
  fileName: string;
  contentType: string;
  bytes: Uint8Array;
  /** The same as a text document, where there is one. */
  docx?: Uint8Array;
  /** Letters of it that no face draws; undefined where it comes from elsewhere. */
  missingLetters?: readonly MissingLetter[];
  /** The place of its seal when it is confirmed. */
  seal?: SealPlace | null;
}

/** Facts, number and other data that a document is made of. */
export interface DocumentMatter {
  /** As `domain/documents/order-facts.ts` names them. */
  facts: Facts;
  /** 文号; empty for a document without. */
  number: string;
  verification: OfficialDocument['verification'];
  at: Date;
  /** The staff id of the person that it is made for. */
  asker: string;
}

export interface DocumentSource {
  /** The documents of a node's buttons, by the id of the button; a button without any is not there. */
  configuredFor(step: {
    taskCode: string;
    nodeId: string;
  }): Promise<Readonly<Record<string, readonly ConfiguredDocument[]>>>;
  /** Everything that an item configures, with the buttons that make it and when it is made by hand. */
  configuredOf(taskCode: string): Promise<readonly DocumentOfItem[]>;
  /** Readies what makes documents, and returns at once: a person has a step before them that makes some. */
  makeReady(): void;
  make(document: ConfiguredDocument, matter: DocumentMatter): Promise<MadeDocument>;
  /** Seals and signs a made document for good; undefined where it stays as it is. Asks outside services, and throws. */
  finish(pdf: Uint8Array, seal: SealPlace | null, asker: string): Promise<Uint8Array | undefined>;
}

/** Of an office whose items configure no documents. */
export const noDocuments: DocumentSource = {
  configuredFor: async () => ({}),
  configuredOf: async () => [],
  makeReady: () => undefined,
  make: async ({ code }) => {
    throw new Error(`No document ${code} is configured`);
  },
  finish: async () => undefined,
};
