import { createPdfLoader } from '../pdf/load-pdf.ts';

/**
 * Returns an encrypted PDF without its encryption, if it opens without a password: such a file only asks its
 * readers not to print or change it. Undefined if a password is needed, or if it cannot be read.
 */
export async function openWithoutPassword(bytes: Uint8Array): Promise<Buffer | undefined> {
  try {
    const paper = await createPdfLoader()(bytes);
    const plain = await paper.save({
      useObjectStreams: false,
      addDefaultPage: false,
      updateFieldAppearances: false,
    });
    return Buffer.from(plain);
  } catch {
    return undefined;
  }
}
