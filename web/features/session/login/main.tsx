import '#web/app/tokens.css';
import './login.css';
import './login-card.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readReturnTarget } from '../return-target.ts';
import { LoginPage } from './LoginPage.tsx';
import { prefetchApp } from './prefetch-app.ts';

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
