import * as yauzl from 'yauzl';
import { previewLimits as limits } from '#domain/uploads/preview-limits.ts';
import { CannotWork } from './work.ts';

/** Refuses an xlsx whose parts are larger than a preview reads, by what its directory says of them, before anything of it is built. */
export async function refuseLargeXlsx(bytes: Buffer): Promise<void> {
  const zip = await yauzl.fromBufferPromise(bytes, { autoClose: false });
  let unpacked = 0;
  try {
    for await (const { fileName, uncompressedSize } of zip.eachEntry())
      if (fileName.toLowerCase().endsWith('.xml')) unpacked += uncompressedSize;
  } finally {
    zip.close();
  }
  if (unpacked > limits.unpackedBytes) throw new CannotWork('tooManyCells');
}
