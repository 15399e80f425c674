import { shrinkPicture } from './shrink-picture.ts';

/** Shrinks one photo after the other in a worker, so that the page stays responsive. */
addEventListener('message', async ({ data }: MessageEvent<{ id: number; file: Blob }>) => {
  let small: Blob | undefined;
  try {
    small = await shrinkPicture(data.file);
  } catch {
    // A picture that cannot be drawn is sent as it is.
  }
  postMessage({ id: data.id, small });
});
