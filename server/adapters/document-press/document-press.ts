import type { OfficialDocument } from '#domain/documents/document-model.ts';
import type { SealPlace } from '#domain/documents/item-document.ts';
import {
  createDocumentSignature,
  type DocumentSignature,
} from '#server/adapters/gateways/document-signature/document-signature.ts';
import { createHttpSeal } from '#server/adapters/gateways/seal/http-seal.ts';
import type { SealGateway } from '#server/adapters/gateways/seal/seal.ts';
import { createSealSimulator } from '#server/adapters/gateways/seal/simulator.ts';
import type { DocumentPictures } from '#server/adapters/typesetting/document-pictures.ts';
import { withoutUndrawableCharacters } from '#server/adapters/typesetting/drawable.ts';
import { createTextDocuments } from '#server/adapters/typesetting/text-documents.ts';
import { createTypesetter, type Typesetter } from '#server/adapters/typesetting/typesetter.ts';
import type { DocumentConfig } from '#server/kernel/config/documents.ts';

/**
 * Makes documents: previews, sealed and signed PDFs on confirmation, and text documents for further editing.
 */
export interface DocumentPress {
  /** Typesetter of its documents; the labels of letters are drawn by the same pool. */
  typesetter: Typesetter;
  /** Undefined if documents are not sealed. */
  seal: SealGateway | undefined;
  /** Undefined if documents are not signed. */
  signature: DocumentSignature | undefined;
  /** Prints a document with the pictures that it names. */
  print(document: OfficialDocument, requester: string, pictures?: DocumentPictures): Promise<PrintedDocument>;
  /** Seals a document that has a place for it, and signs it; undefined if neither is done. */
  sealAndSign(pdf: Uint8Array, place: SealPlace | null, requester: string): Promise<Uint8Array | undefined>;
  /** Starts the printing processes if they do not run yet, because a document will soon be requested. */
  makeReady(): void;
  stop(): Promise<void>;
}

export interface PrintedDocument {
  pdf: Uint8Array;
  docx: Uint8Array;
  pages: number;
  /** Checks whether any font used in the document has a glyph for a code point. */
  hasGlyph: (codePoint: number) => boolean;
  /** The place of its seal; null for a document without one. */
  seal: SealPlace | null;
}

const emptyConfig: DocumentConfig = { fonts: [], seal: { kind: 'none' }, certificate: undefined };

export function createDocumentPress(
  config: DocumentConfig = emptyConfig,
  now: () => Date = () => new Date(),
): DocumentPress {
  const typesetter = createTypesetter({ fonts: config.fonts });
  const texts = createTextDocuments();
  const seal =
    config.seal.kind === 'simulator'
      ? createSealSimulator(typesetter)
      : config.seal.kind === 'http'
        ? createHttpSeal(config.seal, { now })
        : undefined;
  const signature = config.certificate && createDocumentSignature(config.certificate);
  return {
    typesetter,
    seal,
    signature,
    async print(document, requester, pictures) {
      const [drawing, docx, hasGlyph] = await Promise.all([
        typesetter.draw(document, requester, pictures),
        texts.write(document, requester, pictures),
        typesetter.loadGlyphCheck(requester),
      ]);
      // The text as it appears on the page, where the seal service searches for it.
      const { sealed, ...page } = withoutUndrawableCharacters(document);
      const [keyword] = page.signature;
      const place = sealed && keyword !== undefined ? { keyword, organisation: page.head.issuer } : null;
      return { pdf: drawing.pdf, docx, pages: drawing.pages, hasGlyph, seal: place };
    },
    async sealAndSign(pdf, place, requester) {
      if (signature === undefined && (seal === undefined || place === null)) return undefined;
      const sealed = seal !== undefined && place !== null ? await seal.seal(pdf, place, requester) : pdf;
      return signature ? signature.sign(sealed, now()) : sealed;
    },
    makeReady() {
      typesetter.makeReady();
      texts.makeReady();
    },
    async stop() {
      await Promise.all([typesetter.stop(), texts.stop(), seal?.stop()]);
    },
  };
}
