import * as yauzl from 'yauzl';
import { previewLimits as limits } from '#domain/uploads/preview-limits.ts';
import { ProcessingError } from './processing-job.ts';

/**
 * Refuses an xlsx whose parts are too large for a preview according to its directory, before it is unpacked.
 */
export async function refuseLargeXlsx(bytes: Buffer): Promise<void> {
  const zip = await yauzl.fromBufferPromise(bytes, { autoClose: false });
  let unpacked = 0;
  try {
    for await (const { fileName, uncompressedSize } of zip.eachEntry())
      if (fileName.toLowerCase().endsWith('.xml')) unpacked += uncompressedSize;
  } finally {
    zip.close();
  }
  if (unpacked > limits.unpackedBytes) throw new ProcessingError('tooManyCells');
}
