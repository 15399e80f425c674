import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { files } from '#contract/files.ts';
import { queryOf } from '#web/api/query-of.ts';
import { readFile } from './read-file.ts';

/** Returns the query of a picture; it has the key of its preview, and no call ever changes it. */
export function pictureQuery(id: string) {
  const { queryKey, meta } = queryOf({ ...files.preview, reads: [] }, { params: { id }, query: {} });
  return queryOptions({
    queryKey,
    meta,
    queryFn: async ({ signal }) => await drawable(await readFile(id, { signal })),
    // A stored file never changes, and its name stands for a picture that cannot be read.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Returns the picture that a file is, as an address that is drawn without another request, once it has been read. */
export function usePicture(id: string): string | undefined {
  return useQuery(pictureQuery(id)).data;
}

/** Reads pictures for a print, which cannot wait for them; one that cannot be read is left out. */
export async function prefetchPictures(client: QueryClient, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => client.prefetchQuery(pictureQuery(id))));
}

/** Returns a picture as a data URL that the browser has decoded. */
async function drawable(blob: Blob): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The picture cannot be read'));
    reader.readAsDataURL(blob);
  });
  const image = new Image();
  image.src = address;
  await image.decode();
  return address;
}
