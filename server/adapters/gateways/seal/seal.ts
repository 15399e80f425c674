import type { SealPlace } from '#domain/documents/item-document.ts';

/** Puts the seal of an organisation on documents. */
export interface SealGateway {
  /** True for the built-in demo seal, which says that it has no legal value. */
  isSimulated: boolean;
  /** Returns the PDF with the seal over the last occurrence of the keyword; throws if sealing fails. */
  seal(pdf: Uint8Array, place: SealPlace, requester: string): Promise<Uint8Array>;
  stop(): Promise<void>;
}
