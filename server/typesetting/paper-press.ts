import type { OfficialDocument } from '#domain/documents/document-model.ts';
import type { PaperConfig } from '#server/config/papers.ts';
import {
  createDocumentSignature,
  type DocumentSignature,
} from '#server/gateways/document-signature/document-signature.ts';
import { createHttpSeal } from '#server/gateways/seal/http-seal.ts';
import type { SealGateway } from '#server/gateways/seal/seal.ts';
import { createSealTwin } from '#server/gateways/seal/twin.ts';
import { createTextDocuments } from './text-documents.ts';
import { createTypesetter, type Typesetter } from './typesetter.ts';

/** Makes papers whole: drawn, sealed, signed, in this order; and as a text document for those who go on writing. */
export interface PaperPress {
  /** What draws its papers; whoever draws something else shares its process. */
  typesetter: Typesetter;
  /** Undefined: papers are not sealed. */
  seal: SealGateway | undefined;
  /** Undefined: papers are not signed. */
  signature: DocumentSignature | undefined;
  print(document: OfficialDocument): Promise<PrintedPaper>;
  stop(): Promise<void>;
}

export interface PrintedPaper {
  pdf: Uint8Array;
  docx: Uint8Array;
  pages: number;
}

const withoutAny: PaperConfig = { fonts: [], seal: { kind: 'none' }, certificate: undefined };

export function createPaperPress(
  config: PaperConfig = withoutAny,
  now: () => Date = () => new Date(),
): PaperPress {
  const typesetter = createTypesetter({ fonts: config.fonts });
  const texts = createTextDocuments();
  const seal =
    config.seal.kind === 'twin'
      ? createSealTwin(typesetter)
      : config.seal.kind === 'http'
        ? createHttpSeal(config.seal, { now })
        : undefined;
  const signature = config.certificate && createDocumentSignature(config.certificate);
  return {
    typesetter,
    seal,
    signature,
    async print(document) {
      const [drawn, docx] = await Promise.all([typesetter.draw(document), texts.write(document)]);
      const [keyword] = document.signature;
      const isSealed = document.sealed && keyword !== undefined && seal !== undefined;
      const sealed = isSealed
        ? await seal.seal(drawn.pdf, { keyword, organisation: document.head.issuer })
        : drawn.pdf;
      const pdf = signature ? await signature.sign(sealed, now()) : sealed;
      return { pdf, docx, pages: drawn.pages };
    },
    async stop() {
      await Promise.all([typesetter.stop(), texts.stop(), seal?.stop()]);
    },
  };
}
