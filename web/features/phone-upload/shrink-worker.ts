import { shrinkPicture } from './shrink-picture.ts';

/** Makes one photo after the other smaller, away from the page, which goes on scrolling meanwhile. */
addEventListener('message', async ({ data }: MessageEvent<{ id: number; file: Blob }>) => {
  let small: Blob | undefined;
  try {
    small = await shrinkPicture(data.file);
  } catch {
    // A picture that cannot be drawn is sent as it is.
  }
  postMessage({ id: data.id, small });
});
