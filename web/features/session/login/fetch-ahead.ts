/** So many at once, so that a connection of the browser's six to the server stays free for the sign-in itself. */
const lanes = 4;
/**
 * The time that a sign-in waits for files on their way; the next page asks again for those that have stopped.
 */
const patienceMs = 20_000;

export interface FilesAhead {
  /** Files that the first screen draws with: leaving the page would abort the download and begin it anew. */
  needed: readonly string[];
  /** Files that are useful later, after the rest. */
  later: readonly string[];
}

/** Returns the files that the page's head names (`announceAppChunks` in the build) for this window. */
export function readFilesAhead(page: Document, isMet: (media: string) => boolean): FilesAhead {
  const filesOf = (name: string) =>
    [...page.querySelectorAll<HTMLMetaElement>(`meta[name="${name}"]`)]
      .filter((meta) => isMet(meta.getAttribute('media') ?? 'all'))
      .flatMap(({ content }) => content.split(',').filter(Boolean));
  return { needed: filesOf('app-chunks'), later: filesOf('app-chunks-later') };
}

/** Fetches files into the browser's cache, a few at a time; settles when all are there, or cannot be. */
export async function fetchAhead(files: readonly string[]): Promise<void> {
  const waiting = [...files];
  const lane = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await fetchFile(file);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Reads a file to its end, or it would not be kept. One that does not come is the next page's to ask for. */
async function fetchFile(file: string): Promise<void> {
  try {
    const answer = await fetch(file, { priority: 'low' });
    await answer.arrayBuffer();
  } catch {
    // No page has asked for it yet.
  }
}

/** Waits for files on their way, but never for ever. */
export async function waitFor(coming: Promise<void> | undefined): Promise<void> {
  await Promise.race([coming, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}
