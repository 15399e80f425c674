import { afterEach, describe, expect, test, vi } from 'vitest';
import { prefetchFiles, readPrefetchFiles } from './prefetch-files.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answers a request for a file when the test says so. */
function serve() {
  const requests: string[] = [];
  const answers = new Map<string, (how: 'come' | 'fail') => void>();
  vi.stubGlobal('fetch', (file: string) => {
    requests.push(file);
    return new Promise<Response>((resolve, reject) => {
      answers.set(file, (how) => (how === 'come' ? resolve(new Response('x')) : reject(new TypeError())));
    });
  });
  return { requests, answer: (file: string, how: 'come' | 'fail' = 'come') => answers.get(file)?.(how) };
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

describe('files prefetched while the password is typed', () => {
  test('are those for the window width, as named in the head', () => {
    const page = new DOMParser().parseFromString(
      '<meta name="app-chunks" content="/a.js,/a.css"><meta name="app-chunks" media="wide" content="/d.js">' +
        '<meta name="app-chunks" media="narrow" content=""><meta name="app-chunks-later" content="/l.js">',
      'text/html',
    );
    const isWide = (media: string) => media !== 'narrow';
    expect(readPrefetchFiles(page, isWide)).toEqual({
      needed: ['/a.js', '/a.css', '/d.js'],
      later: ['/l.js'],
    });
    expect(readPrefetchFiles(page, (media) => media !== 'wide')).toEqual({
      needed: ['/a.js', '/a.css'],
      later: ['/l.js'],
    });
    // A page of a development server names no files.
    expect(readPrefetchFiles(new DOMParser().parseFromString('', 'text/html'), isWide).needed).toEqual([]);
  });

  test('are loaded four at a time, and are awaited to the last even when one fails', async () => {
    const { requests, answer } = serve();
    let isThere = false;
    void prefetchFiles(['1', '2', '3', '4', '5']).then(() => {
      isThere = true;
    });
    await pause();
    expect(requests).toEqual(['1', '2', '3', '4']);
    answer('2', 'fail');
    await pause();
    expect(requests).toEqual(['1', '2', '3', '4', '5']);
    for (const file of ['1', '3', '4']) answer(file);
    await pause();
    expect(isThere).toBe(false);
    answer('5');
    await pause();
    expect(isThere).toBe(true);
  });
});
