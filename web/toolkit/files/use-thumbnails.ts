import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { filePreviews } from '#contract/file-previews.ts';
import { thumbnailLimits } from '#domain/uploads/preview-limits.ts';
import { queryOf } from '#web/api/query-of.ts';

const isPictureName = (name: string) => /\.(?:png|jpe?g|jfif|gif|webp)$/i.test(name);

/** Thumbnails as addresses, by the ids of their files; files without one show an icon. */
export type Thumbnails = ReadonlyMap<string, string>;

/** Returns thumbnails of the pictures in a list; loaded ones stay while a longer list is loaded. */
export function useThumbnails(files: readonly { id: string; name: string }[]): Thumbnails {
  const ids = files
    .filter(({ name }) => isPictureName(name))
    .slice(0, thumbnailLimits.maxPerRequest)
    .map(({ id }) => id);
  const { data } = useQuery({
    ...queryOf(filePreviews.thumbnails, { query: { ids: ids.join() } }),
    enabled: ids.length > 0,
    // A stored file never changes, and a missing thumbnail is not worth an error on the screen.
    staleTime: Infinity,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => new Map(data?.rows.map(({ id, picture }) => [id, picture])), [data]);
}
