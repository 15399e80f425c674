import { createPdfLoader } from '../pdf/load-pdf.ts';

/**
 * Returns an encrypted PDF without its encryption, if it opens without a password: such a file only asks its
 * readers not to print or change it. Undefined if a password is needed, or if it cannot be read.
 */
export async function openWithoutPassword(bytes: Uint8Array): Promise<Buffer | undefined> {
  try {
    const pdf = await createPdfLoader()(bytes);
    const plain = await pdf.save({
      useObjectStreams: false,
      addDefaultPage: false,
      updateFieldAppearances: false,
    });
    return Buffer.from(plain);
  } catch {
    return undefined;
  }
}
