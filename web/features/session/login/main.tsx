import 'virtual:tokens.css';
import '#web/app/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readReturnTarget } from '../return-target.ts';
import { LoginPage } from './LoginPage.tsx';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <LoginPage
        returnTarget={readReturnTarget(location.search, location.origin)}
        onTyping={prefetchApp}
        onSignedIn={(target) => location.replace(target)}
      />
    </StrictMode>,
  );
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
