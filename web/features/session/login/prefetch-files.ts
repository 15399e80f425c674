/** Number of parallel requests, so that the browser's six connections leave some for the login itself. */
const connections = 4;
/** Longest time that a login waits for files; the next page requests the unfinished ones again. */
const maxWaitMs = 20_000;

export interface PrefetchFiles {
  /** Files for the first screen: leaving the page would abort their download and start it again. */
  firstScreenFiles: readonly string[];
  /** Files that are useful later, after the rest. */
  laterFiles: readonly string[];
}

/** Returns the files that the page's head names (`announceAppChunks` in the build) for this window. */
export function readPrefetchFiles(page: Document, isMet: (media: string) => boolean): PrefetchFiles {
  const filesOf = (name: string) =>
    [...page.querySelectorAll<HTMLMetaElement>(`meta[name="${name}"]`)]
      .filter((meta) => isMet(meta.getAttribute('media') ?? 'all'))
      .flatMap(({ content }) => content.split(',').filter(Boolean));
  return { firstScreenFiles: filesOf('app-chunks'), laterFiles: filesOf('app-chunks-later') };
}

/** Loads files into the browser's cache, a few at a time; resolves when all are loaded or have failed. */
export async function prefetchFiles(files: readonly string[]): Promise<void> {
  const remaining = [...files];
  const loadNext = async () => {
    for (let file = remaining.shift(); file !== undefined; file = remaining.shift()) await fetchFile(file);
  };
  await Promise.all(Array.from({ length: connections }, loadNext));
}

/**
 * Reads a file to its end, otherwise the browser would not cache it. The next page requests a failed file again.
 */
async function fetchFile(file: string): Promise<void> {
  try {
    const answer = await fetch(file, { priority: 'low' });
    await answer.arrayBuffer();
  } catch {
    // No page needs it yet, so a failure is ignored.
  }
}

/** Waits for files that are loading, with a time limit. */
export async function waitFor(loading: Promise<void> | undefined): Promise<void> {
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
}
