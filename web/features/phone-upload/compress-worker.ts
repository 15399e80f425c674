import { compressPhoto } from './compress-photo.ts';

/** Makes one photo after the other smaller in a worker, so that the page stays responsive. */
addEventListener('message', async ({ data }: MessageEvent<{ id: number; file: Blob }>) => {
  let small: Blob | undefined;
  try {
    small = await compressPhoto(data.file);
  } catch {
    // A picture that cannot be drawn is sent unchanged.
  }
  postMessage({ id: data.id, small });
});
