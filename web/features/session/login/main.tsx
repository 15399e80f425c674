import 'virtual:tokens.css';
import '#web/app/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Welcome } from '#contract/welcome.ts';
import { chosenTheme, showTheme } from '#web/api/chosen-theme.ts';
import { leaveFor } from '#web/api/leave-for.ts';
import { readReturnTarget } from '../return-target.ts';
import { loadWelcome, noWelcome } from '../sign-in.ts';
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
          onTyping={prefetchApp}
          onSignedIn={(target) => leaveFor(target, 'replace')}
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

/** In a foreign frame a browser may refuse all storage: then no login would last beyond its own page. */
function mayStore(): boolean {
  try {
    return localStorage !== null;
  } catch {
    return false;
  }
}

let asked = false;

/** Fetches the application's first chunks while the password is typed, and the cipher that the password needs. */
function prefetchApp(): void {
  if (asked) return;
  asked = true;
  void import('../password-cipher.ts');
  const chunks = document.querySelector<HTMLMetaElement>('meta[name="app-chunks"]')?.content ?? '';
  for (const href of chunks.split(',').filter(Boolean)) {
    const link = document.createElement('link');
    link.href = href;
    link.rel = href.endsWith('.css') ? 'prefetch' : 'modulepreload';
    if (href.endsWith('.css')) link.as = 'style';
    document.head.append(link);
  }
}

const element = document.getElementById('root');
if (element) void main(element);
