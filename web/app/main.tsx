import 'virtual:antd.css';
import 'virtual:tokens.css';
import './base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { chosenTheme, showTheme } from '#web/api/chosen-theme.ts';
import { App } from './App.tsx';

showTheme(chosenTheme());

const root = document.getElementById('root');
if (root) {
  // As a transition the first render stops for whoever touches the page; a slow phone is deaf for half a second else.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
