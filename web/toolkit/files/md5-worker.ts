import SparkMD5 from 'spark-md5';
import { chunkLimits } from '#domain/uploads/limits.ts';

/**
 * Worker that reads a large file slice by slice (S2 §9), so that the page stays responsive: it receives a
 * file and returns its MD5.
 */
self.onmessage = async ({ data: file }: MessageEvent<Blob>) => {
  try {
    const hash = new SparkMD5.ArrayBuffer();
    for (let index = 0; index < file.size; index += chunkLimits.md5SliceBytes) {
      hash.append(await file.slice(index, index + chunkLimits.md5SliceBytes).arrayBuffer());
    }
    self.postMessage({ md5: hash.end() });
  } catch {
    // A file that was moved or changed since it was chosen can no longer be read.
    self.postMessage({});
  }
};
