/** Where the documents come from that a button of an item makes (S1 §4, flow of an action; docs/decisions/0125). */

/** A document that an item configures for a button. */
export interface ConfiguredDocument {
  /** Unique within the button. */
  code: string;
  /** What people call it, such as 受理通知书. */
  name: string;
}

/** One that was made, with its bytes. */
export interface MadeDocument {
  /** With its extension. */
  fileName: string;
  contentType: string;
  bytes: Uint8Array;
}

/** What a document is made of. */
export interface DocumentMatter {
  workorderCode: string;
  taskCode: string;
  nodeId: string;
  buttonId: string;
  /** Contents of the forms by form code, as the action will leave them, and `order`. */
  facts: Readonly<Record<string, unknown>>;
  at: Date;
}

export interface DocumentSource {
  /** The documents of a node's buttons, by the id of the button; a button without any is not there. */
  configuredFor(step: {
    taskCode: string;
    nodeId: string;
  }): Promise<Readonly<Record<string, readonly ConfiguredDocument[]>>>;
  make(document: ConfiguredDocument, matter: DocumentMatter): Promise<MadeDocument>;
}

/** Of an office whose items configure no documents. */
export const noDocuments: DocumentSource = {
  configuredFor: async () => ({}),
  make: async ({ code }) => {
    throw new Error(`No document ${code} is configured`);
  },
};
