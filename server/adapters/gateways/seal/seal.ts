import type { SealPlace } from '#domain/documents/item-document.ts';

/** Puts the seal of an organisation on documents. */
export interface SealGateway {
  /** True for the built-in demo seal, which is worth nothing and says so. */
  isTwin: boolean;
  /** The PDF with the seal over the last place where the keyword stands; throws when it cannot be had. */
  seal(pdf: Uint8Array, place: SealPlace, asker: string): Promise<Uint8Array>;
  stop(): Promise<void>;
}
