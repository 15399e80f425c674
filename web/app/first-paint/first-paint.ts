/**
 * The script inside `index.html` (`web/build/first-paint.ts`): it runs before any file has arrived, fits the empty frame to
 * this browser, and requests the answers and files of the address.
 */
import { chosenTheme } from '#web/api/chosen-theme.ts';
import { sendEarlyRequest } from '#web/api/early-answers.ts';
import { readStored } from '#web/api/read-stored.ts';
import { readSessionToken, storedPersonId } from '#web/api/session-token.ts';
import { type FirstFiles, firstFilesOf } from '#web/toolkit/lazy-parts/first-files.ts';
import { isEmbedded } from '#web/toolkit/page/is-embedded.ts';
import { menuCollapsedKey } from '../shell/menu-collapsed.ts';
import { firstCallsOf } from './first-calls.ts';

/** Replaced by the build. */
declare const firstFiles: FirstFiles;

const { pathname, search } = location;
const { dataset } = document.documentElement;
const token = readSessionToken();
dataset.theme = chosenTheme();
// Without a session the login page follows; these pages have no header and no menu.
if (token === undefined || isEmbedded() || pathname === '/petition' || search.includes('layout=none'))
  dataset.frame = 'none';
else if (readStored(menuCollapsedKey) === '1') dataset.frame = 'collapsed';

if (token !== undefined) {
  for (const address of firstCallsOf({
    pathname,
    search,
    personId: storedPersonId(),
    width: innerWidth,
    height: innerHeight,
  }))
    sendEarlyRequest(token, address);
  for (const file of firstFilesOf(firstFiles, pathname, innerWidth)) {
    const link = document.createElement('link');
    link.crossOrigin = '';
    if (file.endsWith('.css')) {
      link.rel = 'preload';
      link.as = 'style';
    } else link.rel = 'modulepreload';
    link.href = `/assets/${file}`;
    document.head.append(link);
  }
}
