import { type QueryClient, queryOptions, useQueries } from '@tanstack/react-query';
import { files } from '#contract/files.ts';
import { queryOf } from '#web/api/query-of.ts';
import { readFile } from './read-file.ts';

/** Pictures as addresses that are drawn without another request, by the ids of their files. */
export type Pictures = ReadonlyMap<string, string>;

/** Returns the query of a picture; it has the key of its preview, and no call ever changes it. */
export function pictureQuery(id: string) {
  const { queryKey, meta } = queryOf({ ...files.preview, reads: [] }, { params: { id }, query: {} });
  return queryOptions({
    queryKey,
    meta,
    queryFn: async ({ signal }) => await drawable(await readFile(id, { signal })),
    // A stored file never changes, and its name stands for a picture that cannot be read.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Returns the pictures of these files that have been read so far; all of them when they were read before. */
export function usePictures(ids: readonly string[]): Pictures {
  return useQueries({
    queries: ids.map(pictureQuery),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index): [string, string][] => {
          const id = ids[index];
          return data === undefined || id === undefined ? [] : [[id, data]];
        }),
      ),
  });
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
