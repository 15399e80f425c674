import { afterEach, describe, expect, test, vi } from 'vitest';
import { prefetchFiles, readPrefetchFiles } from './prefetch-files.ts';

afterEach(() => vi.unstubAllGlobals());

/** Stubs a server that responds to each request for a file when the test calls `answer`. */
function serve() {
  const requests: string[] = [];
  const answers = new Map<string, (result: 'come' | 'fail') => void>();
  vi.stubGlobal('fetch', (file: string) => {
    requests.push(file);
    return new Promise<Response>((resolve, reject) => {
      answers.set(file, (result) =>
        result === 'come' ? resolve(new Response('x')) : reject(new TypeError()),
      );
    });
  });
  return {
    requests,
    answer: (file: string, result: 'come' | 'fail' = 'come') => answers.get(file)?.(result),
  };
}

const flushTasks = () => new Promise((resolve) => setTimeout(resolve));

describe('files prefetched while the password is typed', () => {
  test('are those for the window width, as named in the head', () => {
    const page = new DOMParser().parseFromString(
      '<meta name="app-chunks" content="/a.js,/a.css"><meta name="app-chunks" media="wide" content="/d.js">' +
        '<meta name="app-chunks" media="narrow" content=""><meta name="app-chunks-later" content="/l.js">',
      'text/html',
    );
    const isWide = (media: string) => media !== 'narrow';
    expect(readPrefetchFiles(page, isWide)).toEqual({
      firstScreenFiles: ['/a.js', '/a.css', '/d.js'],
      laterFiles: ['/l.js'],
    });
    expect(readPrefetchFiles(page, (media) => media !== 'wide')).toEqual({
      firstScreenFiles: ['/a.js', '/a.css'],
      laterFiles: ['/l.js'],
    });
    // A page of a development server names no files.
    expect(
      readPrefetchFiles(new DOMParser().parseFromString('', 'text/html'), isWide).firstScreenFiles,
    ).toEqual([]);
  });

  test('are loaded four at a time, and are awaited to the last even when one fails', async () => {
    const { requests, answer } = serve();
    let isDone = false;
    void prefetchFiles(['1', '2', '3', '4', '5']).then(() => {
      isDone = true;
    });
    await flushTasks();
    expect(requests).toEqual(['1', '2', '3', '4']);
    answer('2', 'fail');
    await flushTasks();
    expect(requests).toEqual(['1', '2', '3', '4', '5']);
    for (const file of ['1', '3', '4']) answer(file);
    await flushTasks();
    expect(isDone).toBe(false);
    answer('5');
    await flushTasks();
    expect(isDone).toBe(true);
  });
});
