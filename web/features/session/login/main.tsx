import 'virtual:tokens.css';
import '#web/toolkit/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Welcome } from '#contract/welcome.ts';
import { chosenTheme, showTheme } from '#web/api/chosen-theme.ts';
import { leaveFor } from '#web/api/leave-for.ts';
import { readReturnTarget } from '../return-target.ts';
import { addressAfterSignIn, askKeyAhead, loadWelcome, noWelcome } from '../sign-in.ts';
import { fetchAhead, readFilesAhead, waitFor } from './fetch-ahead.ts';
import { LoginPage } from './LoginPage.tsx';

/** As long as the page waits for the office's name before it is drawn without: nothing moves when it is quick. */
const patienceMs = 400;

showTheme(chosenTheme());

async function main(element: HTMLElement): Promise<void> {
  const root = createRoot(element);
  if (!mayStore()) {
    const { StorageRefused } = await import('./StorageRefused.tsx');
    root.render(<StorageRefused address={location.href} />);
    return;
  }
  const draw = (welcome: Welcome) =>
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
  const coming = loadWelcome();
  const early = await Promise.race([
    coming,
    new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs)),
  ]);
  draw(early ?? noWelcome);
  if (early === undefined) draw(await coming);
}

/**
 * Checks that the browser stores data: in a foreign frame it may refuse, and no login would last beyond its
 * own page.
 */
function mayStore(): boolean {
  try {
    return localStorage !== null;
  } catch {
    return false;
  }
}

let coming: Promise<void> | undefined;
let isOffboarding = false;

/** Fetches the application's first files while the form is filled, and what the password is wrapped with. */
async function prefetchApp(): Promise<void> {
  if (coming !== undefined) return;
  // First, or they would wait behind the files.
  askKeyAhead();
  void import('../password-cipher.ts');
  const { needed, later } = readFilesAhead(document, (media) => matchMedia(media).matches);
  coming = fetchAhead(needed);
  await coming;
  if (!isOffboarding) await fetchAhead(later);
}

/**
 * Opens the application when its files are loaded: leaving earlier would abort their download and fetch them
 * anew.
 */
async function enterApp(target: string): Promise<void> {
  isOffboarding = true;
  await waitFor(coming);
  leaveFor(addressAfterSignIn(target), 'replace');
}

const element = document.getElementById('root');
if (element) void main(element);
