import 'virtual:tokens.css';
import '#web/toolkit/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Welcome } from '#contract/welcome.ts';
import { chosenTheme, showTheme } from '#web/api/chosen-theme.ts';
import { leaveFor } from '#web/api/leave-for.ts';
import { readReturnTarget } from '../return-target.ts';
import { addressAfterSignIn, emptyWelcome, loadWelcome, prefetchKey } from '../sign-in.ts';
import { LoginPage } from './LoginPage.tsx';
import { prefetchFiles, readPrefetchFiles, waitFor } from './prefetch-files.ts';

/**
 * Longest time that the page waits for the office's name before it is drawn without the name; after a quick
 * response the content does not move.
 */
const maxWaitMs = 400;

showTheme(chosenTheme());

async function main(element: HTMLElement): Promise<void> {
  const root = createRoot(element);
  if (!canStore()) {
    const { StorageRefusedPage } = await import('./StorageRefusedPage.tsx');
    root.render(<StorageRefusedPage address={location.href} />);
    return;
  }
  const renderPage = (welcome: Welcome) =>
    root.render(
      <StrictMode>
        <LoginPage
          welcome={welcome}
          returnTarget={readReturnTarget(location.search, location.origin)}
          onTyping={() => void prefetchApp()}
          onSignedIn={(target) => void enterApp(target)}
        />
      </StrictMode>,
    );
  const welcomeRequest = loadWelcome();
  const earlyWelcome = await Promise.race([
    welcomeRequest,
    new Promise<undefined>((resolve) => setTimeout(resolve, maxWaitMs)),
  ]);
  renderPage(earlyWelcome ?? emptyWelcome);
  if (earlyWelcome === undefined) renderPage(await welcomeRequest);
}

/**
 * Checks that the browser stores data: in a foreign frame it may refuse, and a login would be lost with its
 * page.
 */
function canStore(): boolean {
  try {
    return localStorage !== null;
  } catch {
    return false;
  }
}

let prefetching: Promise<void> | undefined;
let isLeaving = false;

/**
 * Prefetches the application's first files while the form is filled in, and the code that encrypts the
 * password.
 */
async function prefetchApp(): Promise<void> {
  if (prefetching !== undefined) return;
  // First, because it would otherwise wait behind the files.
  prefetchKey();
  void import('../password-cipher.ts');
  const { firstScreenFiles, laterFiles } = readPrefetchFiles(document, (media) => matchMedia(media).matches);
  prefetching = prefetchFiles(firstScreenFiles);
  await prefetching;
  if (!isLeaving) await prefetchFiles(laterFiles);
}

/**
 * Opens the application when its files are loaded: leaving earlier would abort their download and load them
 * again.
 */
async function enterApp(target: string): Promise<void> {
  isLeaving = true;
  await waitFor(prefetching);
  leaveFor(addressAfterSignIn(target), 'replace');
}

const element = document.getElementById('root');
if (element) void main(element);
